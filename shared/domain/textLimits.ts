/** Maximum characters of the texts that a user can enter. The schemas and the fields of the forms both use them. */
export const textLimits = {
  /** Of a connection, a hook or a preset. */
  name: 200,
  /** Of an order, when it is entered; an older alias may be longer. */
  alias: 200,
  tag: 50,
  /** The text that the tags of an order are read from. */
  tags: 4000,
  note: 2000,
  url: 4000,
  token: 8192,
  /** A signing secret or a passphrase. */
  secret: 1024,
  /** Of a hook. */
  path: 1000,
  rid: 1000,
  /** The text that rids are read from. */
  rids: 500_000,
  /** Of a folder in a configuration file. */
  folder: 1000,
  /** Where the receiver listens. */
  address: 100,
  /** What says that something was done; it may name a folder. */
  done: 5000,
} as const;
