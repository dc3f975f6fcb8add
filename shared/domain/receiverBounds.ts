/** The bounds of every number in the receiver's configuration. */
export const receiverBounds = {
  port: { min: 1, max: 65_535 },
  maxSkewSeconds: { min: 60, max: 900 },
  keepKeysDays: { min: 1, max: 365 },
  /** The most hosts, addresses or proxies in a list. */
  listLength: { max: 50 },
} as const;
