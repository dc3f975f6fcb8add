/** The least and the greatest value of every number of the receiver's configuration. */
export const receiverBounds = {
  port: { min: 1, max: 65_535 },
  maxSkewSeconds: { min: 60, max: 900 },
  keepKeysDays: { min: 1, max: 365 },
  /** How many hosts, addresses or proxies can be listed. */
  listLength: { max: 50 },
} as const;
