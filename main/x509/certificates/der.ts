/** One element of DER (X.690). Its bytes are views of what was parsed. */
export interface Node {
  /** 0: universal; 2: context-specific (X.690, section 8.1.2.2). */
  readonly tagClass: number;
  readonly tagNumber: number;
  readonly content: Buffer;
  /** `null`: primitive. */
  readonly members: readonly Node[] | null;
}

/** A parsed element. Its view is made when it is needed: of a certificate's elements, few are. */
class ParsedNode implements Node {
  readonly tagClass: number;
  readonly tagNumber: number;
  readonly members: readonly Node[] | null;
  readonly #all: Buffer;
  readonly #start: number;
  readonly #end: number;

  /** @param first the first byte @param all the bytes that were parsed, with the content from `start` to `end` */
  constructor(
    first: number,
    tagNumber: number,
    members: readonly Node[] | null,
    all: Buffer,
    start: number,
    end: number,
  ) {
    this.tagClass = first >> 6;
    this.tagNumber = tagNumber;
    this.members = members;
    this.#all = all;
    this.#start = start;
    this.#end = end;
  }

  get content(): Buffer {
    return this.#all.subarray(this.#start, this.#end);
  }
}

/** The bytes do not have the expected structure. Thrown by readers of DER; their callers turn it into a value. */
export class StructureError extends Error {}

/** What `read` returns, or `damaged` where it throws `StructureError`. */
export function readOr<T>(damaged: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StructureError) return damaged;
    throw error;
  }
}

/** Tag class whose meaning depends on the context (X.680, section 8.1). */
export const CONTEXT_SPECIFIC = 2;

/** Universal tags (X.680, section 8.6). */
export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  objectId: 6,
  sequence: 16,
  set: 17,
  t61String: 20,
  utcTime: 23,
  generalizedTime: 24,
  universalString: 28,
  bmpString: 30,
} as const;

/** Deeper than any certificate or PKCS#12 file. */
const MAX_DEPTH = 50;

/**
 * More elements than any certificate or PKCS#12 file has: one with 2,000 names, the most that are read, has some 2,200. An
 * element can be 2 bytes long, so the bytes alone bound neither time nor memory.
 */
const MAX_NODES = 10_000;

/** Parses bytes that are exactly one element, of at most `MAX_NODES`. Throws `StructureError`. */
export function parseDer(bytes: Uint8Array): Node {
  const reader = new DerReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const node = reader.element(bytes.byteLength, 0);
  if (reader.at !== bytes.byteLength) throw new StructureError();
  return node;
}

class DerReader {
  readonly #bytes: Buffer;
  #left = MAX_NODES;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @param limit where the element ends at the latest */
  element(limit: number, depth: number): Node {
    this.#left -= 1;
    if (depth > MAX_DEPTH || this.#left < 0) throw new StructureError();
    const first = this.#byte(limit);
    const tagNumber = (first & 0x1f) === 0x1f ? this.#number(limit) : first & 0x1f;
    const length = this.#length(limit);
    const start = this.at;
    const end = start + length;
    if (end > limit) throw new StructureError();
    const isConstructed = (first & 0x20) !== 0;
    const members: Node[] | null = isConstructed ? [] : null;
    while (members !== null && this.at < end) members.push(this.element(end, depth + 1));
    this.at = end;
    return new ParsedNode(first, tagNumber, members, this.#bytes, start, end);
  }

  #byte(limit: number): number {
    const byte = this.at < limit ? this.#bytes[this.at] : undefined;
    if (byte === undefined) throw new StructureError();
    this.at += 1;
    return byte;
  }

  /** The definite form (X.690, section 10.1), up to 4 bytes. */
  #length(limit: number): number {
    const first = this.#byte(limit);
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new StructureError();
    let length = 0;
    for (let place = 0; place < count; place += 1) length = length * 256 + this.#byte(limit);
    return length;
  }

  /** Base 128, as in high tag numbers (X.690, section 8.1.2.4). */
  #number(limit: number): number {
    let value = 0;
    for (;;) {
      const byte = this.#byte(limit);
      value = value * 128 + (byte & 0x7f);
      if (value > Number.MAX_SAFE_INTEGER) throw new StructureError();
      if (byte < 0x80) return value;
    }
  }
}

/** Where an element lies: its first byte, and its content from `start` to `end`. */
export interface Piece {
  /** The first byte without the bit for constructed elements. */
  readonly tag: number;
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

const CONSTRUCTED = 0x20;

/** The element at an offset, without its members. Throws `StructureError`. */
export function pieceAt(bytes: Buffer, first: number): Piece {
  const tag = bytes[first];
  const length = bytes[first + 1];
  if (tag === undefined || length === undefined || (tag & 0x1f) === 0x1f) throw new StructureError();
  const count = length < 0x80 ? 0 : length & 0x7f;
  if (length === 0x80 || count > 4 || first + 2 + count > bytes.length) throw new StructureError();
  const start = first + 2 + count;
  const end = start + (count === 0 ? length : bytes.readUIntBE(first + 2, count));
  if (end > bytes.length) throw new StructureError();
  return { tag: tag & ~CONSTRUCTED, first, start, end };
}

/** The members of an element, at most `most`. Throws `StructureError`, also if there are more. */
export function piecesIn(bytes: Buffer, { start, end }: Piece, most: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; at < end; ) {
    if (pieces.length === most) throw new StructureError();
    const piece = pieceAt(bytes, at);
    pieces.push(piece);
    at = piece.end;
  }
  return pieces;
}

/** The members of a SEQUENCE, a SET, or a constructed context tag. */
export function membersOf(node: Node | undefined): readonly Node[] {
  if (node === undefined || node.members === null) throw new StructureError();
  return node.members;
}

export function bytesOf(node: Node | undefined): Buffer {
  if (node === undefined || node.members !== null) throw new StructureError();
  return node.content;
}

/** Whether an element has a universal tag. */
export function hasTag(node: Node | undefined, tag: number): node is Node {
  return node !== undefined && node.tagClass === 0 && node.tagNumber === tag;
}

/** The bytes of an element with a universal tag, primitive as in DER. */
export function contentOf(node: Node | undefined, tag: number): Buffer {
  if (!hasTag(node, tag)) throw new StructureError();
  return bytesOf(node);
}

/** Longer than any registered one, which have up to some 20 bytes. */
const MAX_OID_BYTES = 128;

/** The dotted form of an OBJECT IDENTIFIER. */
export function oidOf(node: Node | undefined): string {
  const bytes = contentOf(node, tags.objectId);
  if (bytes.length > MAX_OID_BYTES) throw new StructureError();
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bytes) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    // The first two arcs share a number (X.690, section 8.19.4).
    if (arcs.length > 0) arcs.push(arc);
    else arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
    arc = 0;
  }
  if ((bytes.at(-1) ?? 0x80) >= 0x80) throw new StructureError();
  return arcs.join('.');
}

/** A non-negative INTEGER; more than 32 bits counts as the largest number. */
export function integerOf(node: Node | undefined): number {
  const bytes = contentOf(node, tags.integer);
  const [first] = bytes;
  if (first === undefined || first >= 0x80) throw new StructureError();
  return bytes.length > 4 ? Number.MAX_SAFE_INTEGER : bytes.readUIntBE(0, bytes.length);
}

/** A BOOLEAN; `null`: the element is none. */
export function booleanOf(node: Node | undefined): boolean | null {
  return hasTag(node, tags.boolean) ? bytesOf(node).some((byte) => byte !== 0) : null;
}

/** Whether a bit of a BIT STRING is set; bit 0 is the first (X.680, section 22). */
export function bitsOf(node: Node | undefined): (bit: number) => boolean {
  // The first byte counts the unused bits at the end.
  const bytes = contentOf(node, tags.bitString).subarray(1);
  return (bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

/** The number of a context-specific tag; `null` for any other class. */
export function contextTag(node: Node | undefined): number | null {
  return node?.tagClass === CONTEXT_SPECIFIC ? node.tagNumber : null;
}
