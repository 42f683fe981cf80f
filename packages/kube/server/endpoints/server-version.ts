/** What `/version` says. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  /** With the leading `v`: `v1.34.2`. */
  readonly gitVersion: string;
  /** `linux/amd64` */
  readonly platform: string;
}
