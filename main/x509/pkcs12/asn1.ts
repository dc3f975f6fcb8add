import {
  type AsnType,
  BmpString,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import { parseOrNull } from '../certificates/der.ts';

/** A node of ASN.1, read or to be written. */
export type Node = AsnType;

/** Bytes are not the structure that they should be. Thrown within this folder alone: `openPkcs12` makes it a value. */
export class DamagedError extends Error {}

/** The class of tags whose meaning hangs on their place (X.680, section 8.1). */
const CONTEXT_SPECIFIC = 3;

/** A SEQUENCE of these. */
export function sequence(...value: Node[]): Node {
  return new Sequence({ value });
}

/** A SET OF these, in the order that DER wants (X.690, section 11.6). */
export function setOf(...members: Node[]): Node {
  return new SetOf({ value: members.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other))) });
}

/** An OBJECT IDENTIFIER in its dotted form. */
export function oid(value: string): Node {
  return new ObjectIdentifier({ value });
}

/** An INTEGER that is not negative. */
export function integer(value: number): Node {
  return new Integer({ value });
}

/** An OCTET STRING. */
export function octets(valueHex: Uint8Array): Node {
  return new OctetString({ valueHex });
}

/** A BMPString: UTF-16 in network order. */
export function bmpString(value: string): Node {
  return new BmpString({ value });
}

/** NULL, as the parameters of algorithms that have none. */
export function nothing(): Node {
  return new Null();
}

/** `[0] EXPLICIT`. */
export function tagged(value: Node): Node {
  return new Constructed({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber: 0 }, value: [value] });
}

/** `[0] IMPLICIT OCTET STRING`. */
export function taggedOctets(valueHex: Uint8Array): Node {
  return new Primitive({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber: 0 }, valueHex });
}

/** A node as DER. */
export function derOf(node: Node): Buffer {
  return Buffer.from(node.toBER());
}

/**
 * Reads bytes that are one node and nothing else. Throws `DamagedError`, as all readers here do. The library takes a
 * length that does not hold its members; other programs would not, so the bytes must be what it would write itself.
 */
export function parse(bytes: Uint8Array): Node {
  const node = parseOrNull(bytes);
  if (node === null || !derOf(node).equals(bytes)) throw new DamagedError();
  return node;
}

/** The members of a SEQUENCE. */
export function membersOf(node: Node | undefined): readonly Node[] {
  if (!(node instanceof Sequence)) throw new DamagedError();
  return node.valueBlock.value;
}

/** The dotted form of an OBJECT IDENTIFIER. */
export function readOid(node: Node | undefined): string {
  if (!(node instanceof ObjectIdentifier)) throw new DamagedError();
  return node.getValue();
}

/** The number in an INTEGER; one that is negative, or beyond 32 bits, is damage. */
export function readInteger(node: Node | undefined): number {
  if (!(node instanceof Integer) || node.valueBlock.isHexOnly || node.valueBlock.valueDec < 0)
    throw new DamagedError();
  return node.valueBlock.valueDec;
}

/** The bytes of an OCTET STRING. */
export function readOctets(node: Node | undefined): Buffer {
  if (!(node instanceof OctetString) || node.idBlock.isConstructed) throw new DamagedError();
  return Buffer.from(node.getValue());
}

/** The members of a SET. */
export function readSetOf(node: Node | undefined): readonly Node[] {
  if (!(node instanceof SetOf)) throw new DamagedError();
  return node.valueBlock.value;
}

/** What is inside of `[0] EXPLICIT`. */
export function readTagged(node: Node | undefined): Node | undefined {
  if (!(node instanceof Constructed) || !isTagged(node)) throw new DamagedError();
  return node.valueBlock.value[0];
}

/** The bytes of `[0] IMPLICIT OCTET STRING`. */
export function readTaggedOctets(node: Node | undefined): Buffer {
  if (!(node instanceof Primitive) || !isTagged(node)) throw new DamagedError();
  return Buffer.from(node.valueBlock.valueHexView);
}

function isTagged({ idBlock }: Node): boolean {
  return idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === 0;
}
