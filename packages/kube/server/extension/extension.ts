/** An object of an extension; the server adds `apiVersion` and `kind`. */
export interface ExtensionObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** One resource of an extension; it is read, never written. */
export interface ExtensionResource {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** All objects, of one namespace if it is not "". Selection and the form of the answer are the server's. */
  list(namespace: string): Promise<readonly ExtensionObject[]>;
}

/** A group version that something in the cluster serves: what the aggregation layer of an API server leads to. */
export interface ApiExtension {
  readonly group: string;
  readonly version: string;
  /** It is served as long as this service has an endpoint that is ready. */
  readonly service: { readonly namespace: string; readonly name: string };
  readonly resources: readonly ExtensionResource[];
}
