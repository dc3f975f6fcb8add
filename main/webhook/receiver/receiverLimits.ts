/** Limits of the listener. Times are in milliseconds. */
export interface ReceiverLimits {
  /** Timeout from the connection (TLS: from the end of the handshake) to the end of the headers. */
  readonly headersMs: number;
  /** Timeout from the same moment to the end of the body. */
  readonly requestMs: number;
  /** Timeout from the connection to the end of the TLS handshake. */
  readonly handshakeMs: number;
  /** Idle timeout of a connection; also the time after which a broken one is closed. */
  readonly silenceMs: number;
  /** Interval of the checks of `headersMs` and `requestMs`. */
  readonly checkMs: number;
  /** Time for requests in flight when the listener closes. */
  readonly closeMs: number;
  /** Length of the queue of connections not yet accepted; the system may allow less. */
  readonly backlog: number;
  /** Open connections without a signed head. Beyond that the oldest are dropped. */
  readonly unverified: number;
  /** Open connections with a signed head. Beyond that the oldest with an incomplete body are refused. */
  readonly signed: number;
  /** Bytes of all incomplete bodies. Beyond that the largest are refused. */
  readonly bodyBytes: number;
  /** Bytes of the request line and all headers. */
  readonly headBytes: number;
}

/** The sender's timeout is 15 s (interface, section 8). */
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
