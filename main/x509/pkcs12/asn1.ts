import {
  bytesOf,
  CONTEXT_SPECIFIC,
  contentOf,
  contextTag,
  hasTag,
  membersOf as membersOfAny,
  type Node,
  parseDer,
  StructureError,
  tags,
} from '../certificates/der.ts';

export function sequence(...members: Node[]): Node {
  return constructed(tags.sequence, members);
}

/** A SET OF, sorted as DER requires (X.690, section 11.6). */
export function setOf(...members: Node[]): Node {
  return constructed(
    tags.set,
    members.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other))),
  );
}

/** An OBJECT IDENTIFIER. @param value the dotted form */
export function oid(value: string): Node {
  const [first = 0, second = 0, ...others] = value.split('.').map(Number);
  return primitive(tags.objectId, Buffer.from([40 * first + second, ...others].flatMap(base128)));
}

/** An INTEGER, from 0 to 2^31 - 1. */
export function integer(value: number): Node {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const start = bytes.findIndex((byte) => byte !== 0);
  const first = start === -1 ? bytes.length - 1 : start;
  // A first bit of 1 would mean a negative number.
  return primitive(tags.integer, bytes.subarray((bytes[first] ?? 0) >= 0x80 ? first - 1 : first));
}

export function octets(content: Uint8Array): Node {
  return primitive(tags.octetString, content);
}

/** A BMPString (UTF-16, big-endian). */
export function bmpString(value: string): Node {
  return primitive(tags.bmpString, Buffer.from(value, 'utf16le').swap16());
}

/** NULL, for algorithms without parameters. */
export function nothing(): Node {
  return primitive(tags.null, Buffer.alloc(0));
}

/** `[0] EXPLICIT` of one value, or `[0] IMPLICIT SET OF` values, in this order. */
export function tagged(...values: readonly Node[]): Node {
  return constructed(0, values, CONTEXT_SPECIFIC);
}

/** `[0] IMPLICIT OCTET STRING`. */
export function taggedOctets(content: Uint8Array): Node {
  return primitive(0, content, CONTEXT_SPECIFIC);
}

/** @param tagNumber less than 31 */
function primitive(tagNumber: number, content: Uint8Array, tagClass = 0): Node {
  return { tagClass, tagNumber, content: Buffer.from(content), members: null };
}

function constructed(tagNumber: number, members: readonly Node[], tagClass = 0): Node {
  return { tagClass, tagNumber, content: Buffer.concat(members.map(derOf)), members };
}

/** The bytes of an element; `StructureError` for a tag number of 31 or more. */
export function derOf({ tagClass, tagNumber, content, members }: Node): Buffer {
  if (tagNumber >= 0x1f) throw new StructureError();
  const tag = (tagClass << 6) | (members === null ? 0 : 0x20) | tagNumber;
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

/** The shortest definite form (X.690, section 10.1). */
function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** Parses one element whose length has the form of DER. */
export function parse(bytes: Uint8Array): Node {
  const node = parseDer(bytes);
  if (!derOf(node).equals(bytes)) throw new StructureError();
  return node;
}

export function membersOf(node: Node | undefined): readonly Node[] {
  if (!hasTag(node, tags.sequence)) throw new StructureError();
  return membersOfAny(node);
}

export function readOctets(node: Node | undefined): Buffer {
  return contentOf(node, tags.octetString);
}

export function readSetOf(node: Node | undefined): readonly Node[] {
  if (!hasTag(node, tags.set)) throw new StructureError();
  return membersOfAny(node);
}

/** The content of `[0] EXPLICIT`. */
export function readTagged(node: Node | undefined): Node | undefined {
  return readTaggedSet(node)[0];
}

/** The members of `[0] IMPLICIT SET OF`. */
export function readTaggedSet(node: Node | undefined): readonly Node[] {
  if (contextTag(node) !== 0) throw new StructureError();
  return membersOfAny(node);
}

/** The bytes of `[0] IMPLICIT OCTET STRING`. */
export function readTaggedOctets(node: Node | undefined): Buffer {
  if (contextTag(node) !== 0) throw new StructureError();
  return bytesOf(node);
}
