import type { Command } from "../command.ts";
import { activity } from "./activity.ts";
import { az } from "./az.ts";
import { bicep } from "./bicep/bicep.ts";
import { bicepBuildParams } from "./bicep/build-params.ts";
import { bicepBuild } from "./bicep/build.ts";
import { bicepFormat } from "./bicep/format.ts";
import { bicepGenerateParams } from "./bicep/generate-params.ts";
import { bicepLint } from "./bicep/lint.ts";
import { bicepRestore } from "./bicep/restore.ts";
import { check } from "./check.ts";
import { clusterCreate } from "./cluster/create.ts";
import { clusterCredentials } from "./cluster/credentials.ts";
import { clusterDelete } from "./cluster/delete.ts";
import { clusterList } from "./cluster/list.ts";
import { clusterShow } from "./cluster/show.ts";
import { completionFor } from "./completion.ts";
import { deploy } from "./deployment/deploy.ts";
import { validate } from "./deployment/validate.ts";
import { whatIf } from "./deployment/what-if.ts";
import { demo } from "./demo.ts";
import { down } from "./down.ts";
import { env } from "./env.ts";
import { groupCreate } from "./group/create.ts";
import { groupDelete } from "./group/delete.ts";
import { groupList } from "./group/list.ts";
import { nodeExec } from "./node/exec.ts";
import { resourceDelete } from "./resource/delete.ts";
import { resourceList } from "./resource/list.ts";
import { resourceShow } from "./resource/show.ts";
import { roleAssign } from "./role/assign.ts";
import { roleList } from "./role/list.ts";
import { roleRemove } from "./role/remove.ts";
import { status } from "./status.ts";
import { up } from "./up.ts";

/** What the commands below one word have in common. */
export const commandGroups: Readonly<Record<string, string>> = {
  cluster: "Clusters, for people without az",
  group: "Resource groups",
  node: "Nodes of clusters",
  resource: "Resources of any type",
  role: "Role assignments",
};

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [
  demo,
  up,
  status,
  down,
  az,
  env,
  deploy,
  validate,
  whatIf,
  check,
  bicep,
  bicepBuild,
  bicepBuildParams,
  bicepLint,
  bicepFormat,
  bicepGenerateParams,
  bicepRestore,
  clusterCreate,
  clusterList,
  clusterShow,
  clusterCredentials,
  clusterDelete,
  nodeExec,
  groupCreate,
  groupList,
  groupDelete,
  resourceList,
  resourceShow,
  resourceDelete,
  roleList,
  roleAssign,
  roleRemove,
  activity,
  completionFor(() => ({ commands, commandGroups })),
];
