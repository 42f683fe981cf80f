import type { IntOrString, KubeObject, ObjectReference } from "./meta.ts";

export interface Service extends KubeObject {
  readonly spec?: ServiceSpec;
  readonly status?: Readonly<Record<string, unknown>>;
}

export interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ipFamilies?: readonly string[];
  readonly ipFamilyPolicy?: string;
  readonly selector?: Readonly<Record<string, string>>;
  readonly ports?: readonly ServicePort[];
  readonly publishNotReadyAddresses?: boolean;
  readonly externalName?: string;
  readonly sessionAffinity?: string;
}

export interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
  readonly targetPort?: IntOrString;
  readonly nodePort?: number;
}

export interface EndpointAddress {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: ObjectReference;
}

export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[];
  readonly notReadyAddresses?: readonly EndpointAddress[];
  readonly ports?: readonly {
    readonly name?: string;
    readonly port: number;
    readonly protocol?: string;
    readonly appProtocol?: string;
  }[];
}

export interface Endpoints extends KubeObject {
  readonly subsets?: readonly EndpointSubset[];
}

/** discovery.k8s.io/v1. */
export interface EndpointSlice extends KubeObject {
  readonly addressType: "IPv4" | "IPv6" | "FQDN";
  /** An empty list may come back as null or not at all. */
  readonly endpoints?: readonly SliceEndpoint[] | null;
  readonly ports?: readonly {
    readonly name?: string;
    readonly port?: number;
    readonly protocol?: string;
    readonly appProtocol?: string;
  }[];
}

export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly targetRef?: ObjectReference;
}
