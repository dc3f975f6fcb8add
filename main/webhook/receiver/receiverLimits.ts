/** The largest accepted body, in bytes. A payload with a long chain and a large key has about 30 KiB. */
export const BODY_LIMIT_BYTES = 256 * 1024;

/** Limits of the listener. Times are in milliseconds; the sender's timeout is 15 s (interface, section 8). */
export const defaultReceiverLimits = {
  /** Timeout from the connection (TLS: from the end of the handshake) to the end of the headers. */
  headersMs: 5_000,
  /** Timeout from the same moment to the end of the body. */
  requestMs: 10_000,
  /** Timeout from the connection to the end of the TLS handshake. */
  handshakeMs: 5_000,
  /** Idle timeout of a connection; also the time after which a broken one is closed. */
  silenceMs: 15_000,
  /** Interval of the checks of `headersMs` and `requestMs`. */
  checkMs: 500,
  /** Time for requests in flight when the listener closes. */
  closeMs: 1_000,
  /** Length of the queue of connections not yet accepted: half of `unverified` (ADR 23). The system may allow less. */
  backlog: 1_536,
  /** Open connections without a signed head. Beyond that the oldest are dropped. */
  unverified: 3_072,
  /** Open connections with a signed head. Beyond that the oldest with an incomplete body are refused. */
  signed: 2_048,
  /** Bytes of all incomplete bodies. Beyond that the largest are refused. */
  bodyBytes: 64 * 1024 * 1024,
  /** Bytes of the request line and all headers. */
  headBytes: 16 * 1024,
};

export type ReceiverLimits = Readonly<typeof defaultReceiverLimits>;
