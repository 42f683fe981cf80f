/** The error object that a CNI plugin prints (CNI specification, "Error"). */
export interface PluginErrorObject {
  readonly code: number;
  readonly msg: string;
  readonly details?: string;
}

/** Well-known codes of the CNI specification. */
export const pluginErrorCodes = {
  incompatibleVersion: 1,
  unsupportedField: 2,
  unknownContainer: 3,
  invalidEnvironment: 4,
  ioFailure: 5,
  decodingFailure: 6,
  invalidConfiguration: 7,
  tryAgainLater: 11,
  notAvailable: 50,
  limitedConnectivity: 51,
  internal: 999,
} as const;

/** The text of an error object as libcni prints it: `msg; details`. */
export function pluginErrorText(error: PluginErrorObject): string {
  return error.details === undefined || error.details === "" ? error.msg : `${error.msg}; ${error.details}`;
}
