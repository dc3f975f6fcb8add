/** What the listener grants to those who connect. Times in milliseconds. */
export interface ReceiverLimits {
  /** From the connection (TLS: from the end of the handshake) to the end of the headers. */
  readonly headersMs: number;
  /** ... to the end of the body. */
  readonly requestMs: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeMs: number;
  /** A connection on which nothing moves is dropped whatever it waits for, and so is a broken one that is still open. */
  readonly silenceMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
  /** How long requests may go on that are under way when the listener closes. */
  readonly closeMs: number;
  /** Connections that wait to be accepted by us; the system may allow less. */
  readonly backlog: number;
  /** Connections at once whose head has not come, or is not signed. For more of them the oldest are dropped. */
  readonly unverified: number;
  /** Connections at once with a signed head. For more of them the oldest are refused whose body has not come. */
  readonly signed: number;
  /** Bytes of all bodies that are on their way. For more of them the largest are refused. */
  readonly bodyBytes: number;
  /** Bytes of the request line and all headers. */
  readonly headBytes: number;
}

/** The sender gives up after 15 s (interface, section 8). */
export const defaultReceiverLimits: ReceiverLimits = {
  headersMs: 5_000,
  requestMs: 10_000,
  handshakeMs: 5_000,
  silenceMs: 15_000,
  checkMs: 500,
  closeMs: 1_000,
  backlog: 1_024,
  unverified: 3_072,
  signed: 2_048,
  bodyBytes: 64 * 1024 * 1024,
  headBytes: 16 * 1024,
};
