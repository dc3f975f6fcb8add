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

/** The bytes do not have the expected structure. Thrown only within this folder: `openPkcs12` returns it as a value. */
export class DamagedError extends Error {}

/** Tag class whose meaning depends on the context (X.680, section 8.1). */
const CONTEXT_SPECIFIC = 3;

/** A SEQUENCE. */
export function sequence(...value: Node[]): Node {
  return new Sequence({ value });
}

/** A SET OF, sorted as DER requires (X.690, section 11.6). */
export function setOf(...members: Node[]): Node {
  return new SetOf({ value: members.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other))) });
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function oid(value: string): Node {
  return new ObjectIdentifier({ value });
}

/** A non-negative INTEGER. */
export function integer(value: number): Node {
  return new Integer({ value });
}

/** An OCTET STRING. */
export function octets(valueHex: Uint8Array): Node {
  return new OctetString({ valueHex });
}

/** A BMPString (UTF-16, big-endian). */
export function bmpString(value: string): Node {
  return new BmpString({ value });
}

/** NULL, for algorithms without parameters. */
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
 * Parses exactly one node. Throws `DamagedError`, like all readers here. asn1js accepts lengths that cut a member,
 * which other programs reject, so the bytes must equal its own encoding.
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

/** An INTEGER; a negative one, or one beyond 32 bits, is damaged. */
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

/** The content of `[0] EXPLICIT`. */
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
