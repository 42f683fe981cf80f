/** The version of the Bicep language and CLI that this compiler follows; az asks for it before it calls. */
export const bicepVersion = "0.46.1";
