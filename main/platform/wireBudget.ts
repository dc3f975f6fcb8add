/** The other end sent far more framing than content: interim answers, chunk extensions, blank lines, tiny pieces. */
export class WireBudgetError extends Error {
  override readonly name = 'WireBudgetError';
  readonly code = 'WIRE_BUDGET';

  constructor() {
    super('A message is far larger than its content');
  }
}

/** Headers, a few interim answers, and the framing of a short body. */
const SPARE_BYTES = 64 * 1024;
const SPARE_PIECES = 1_000;
/** Beyond the spare ones, a piece has this many bytes on average. A packet of a slow network has 500. */
const PIECE_BYTES = 128;

/** Pieces that a body of this size may come in: each costs a turn of the parser, whatever is in it. */
export function mostPieces(bodyBytes: number): number {
  return SPARE_PIECES + Math.ceil(bodyBytes / PIECE_BYTES);
}

/** Counts what the other end sends for one message, as bytes and as pieces, whether it reaches the body or not. */
export class WireBudget {
  readonly #maxBytes: number;
  readonly #maxPieces: number;
  #bytes = 0;
  #pieces = 0;

  /** @param bodyBytes the largest body of a message; framing may take as much again */
  constructor(bodyBytes: number) {
    this.#maxBytes = 2 * bodyBytes + SPARE_BYTES;
    this.#maxPieces = mostPieces(this.#maxBytes);
  }

  /** Starts to count for the next message of the connection. */
  renew(): void {
    this.#bytes = 0;
    this.#pieces = 0;
  }

  /** Counts one piece. Returns whether it is within the budget. */
  spend(bytes: number): boolean {
    this.#bytes += bytes;
    this.#pieces += 1;
    return this.#bytes <= this.#maxBytes && this.#pieces <= this.#maxPieces;
  }
}
