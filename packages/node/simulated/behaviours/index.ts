import type { ImageCatalog } from "../images/image-model.ts";
import { antreaImages } from "./antrea.ts";
import { azureImages } from "./azure.ts";
import { calicoImages } from "./calico.ts";
import { ciliumImages } from "./cilium.ts";
import { flannelImages } from "./flannel.ts";
import { kindnetImages } from "./kindnet.ts";
import { kubeOvnImages } from "./kube-ovn.ts";
import { kubeRouterImages } from "./kube-router.ts";
import { multusImages } from "./multus.ts";
import { tigeraImages } from "./tigera-operator.ts";
import { weaveImages } from "./weave.ts";

/**
 * What is known of public images: where their programs leave files. Whether a node is Ready is never decided here:
 * only the files count.
 */
export const knownImages: ImageCatalog = [
  ...tigeraImages,
  ...flannelImages,
  ...calicoImages,
  ...antreaImages,
  ...ciliumImages,
  ...kindnetImages,
  ...kubeRouterImages,
  ...multusImages,
  ...weaveImages,
  ...kubeOvnImages,
  ...azureImages,
];
