import {
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
import { CONTEXT_SPECIFIC, contextTag, type Node, parseDer, StructureError } from '../certificates/der.ts';

export function sequence(...value: Node[]): Node {
  return new Sequence({ value });
}

/** A SET OF, sorted as DER requires (X.690, section 11.6). */
export function setOf(...members: Node[]): Node {
  return new SetOf({ value: members.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other))) });
}

/** An OBJECT IDENTIFIER. @param value the dotted form */
export function oid(value: string): Node {
  return new ObjectIdentifier({ value });
}

export function integer(value: number): Node {
  return new Integer({ value });
}

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

export function derOf(node: Node): Buffer {
  return Buffer.from(node.toBER());
}

/** Parses one node. asn1js accepts lengths that cut a member, so the bytes must equal its own encoding. */
export function parse(bytes: Uint8Array): Node {
  const node = parseDer(bytes);
  if (!derOf(node).equals(bytes)) throw new StructureError();
  return node;
}

export function membersOf(node: Node | undefined): readonly Node[] {
  if (!(node instanceof Sequence)) throw new StructureError();
  return node.valueBlock.value;
}

export function readOctets(node: Node | undefined): Buffer {
  if (!(node instanceof OctetString) || node.idBlock.isConstructed) throw new StructureError();
  return Buffer.from(node.getValue());
}

export function readSetOf(node: Node | undefined): readonly Node[] {
  if (!(node instanceof SetOf)) throw new StructureError();
  return node.valueBlock.value;
}

/** The content of `[0] EXPLICIT`. */
export function readTagged(node: Node | undefined): Node | undefined {
  if (!(node instanceof Constructed) || contextTag(node) !== 0) throw new StructureError();
  return node.valueBlock.value[0];
}

/** The bytes of `[0] IMPLICIT OCTET STRING`. */
export function readTaggedOctets(node: Node | undefined): Buffer {
  if (!(node instanceof Primitive) || contextTag(node) !== 0) throw new StructureError();
  return Buffer.from(node.valueBlock.valueHexView);
}
