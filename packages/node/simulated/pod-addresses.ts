/** Addresses that Azure has given a node for its pods. */
export interface PodAddresses {
  /** The range whose prefix length the addresses carry. */
  readonly subnet: string;
  /** First and last one; absent: all of the range. */
  readonly first?: string;
  readonly last?: string;
}
