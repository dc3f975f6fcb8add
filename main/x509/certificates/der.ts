import { type AsnType, BitString, Boolean as BooleanNode, fromBER, Integer, ObjectIdentifier } from 'asn1js';

export type Node = AsnType;

/** The bytes do not have the expected structure. Thrown by readers of DER; their callers turn it into a value. */
export class StructureError extends Error {}

/** Tag class whose meaning depends on the context (X.680, section 8.1). */
export const CONTEXT_SPECIFIC = 3;

export function parseDer(bytes: Uint8Array): Node {
  try {
    const { offset, result } = fromBER(bytes, { parseEmbedded: false });
    if (offset === bytes.byteLength && result.error === '') return result;
  } catch {
    // asn1js throws for some damage, such as a GeneralizedTime that is not a date.
  }
  throw new StructureError();
}

/** The members of a SEQUENCE, a SET, or a constructed context tag. */
export function membersOf(node: Node | undefined): readonly Node[] {
  const value: unknown = node?.valueBlock && 'value' in node.valueBlock ? node.valueBlock.value : null;
  if (node === undefined || !node.idBlock.isConstructed || !Array.isArray(value)) throw new StructureError();
  return value as readonly Node[];
}

export function bytesOf(node: Node | undefined): Buffer {
  const block = node?.valueBlock;
  if (node === undefined || node.idBlock.isConstructed || block === undefined || !('valueHexView' in block))
    throw new StructureError();
  return Buffer.from(block.valueHexView as Uint8Array);
}

/** The dotted form of an OBJECT IDENTIFIER. */
export function oidOf(node: Node | undefined): string {
  if (!(node instanceof ObjectIdentifier)) throw new StructureError();
  return node.getValue();
}

/** A non-negative INTEGER; more than 32 bits counts as the largest number. */
export function integerOf(node: Node | undefined): number {
  if (!(node instanceof Integer)) throw new StructureError();
  const { isHexOnly, valueDec } = node.valueBlock;
  if (!isHexOnly && valueDec < 0) throw new StructureError();
  return isHexOnly ? Number.MAX_SAFE_INTEGER : valueDec;
}

export function isBoolean(node: Node | undefined): node is BooleanNode {
  return node instanceof BooleanNode;
}

/** Whether a bit of a BIT STRING is set; bit 0 is the first (X.680, section 22). */
export function bitsOf(node: Node | undefined): (bit: number) => boolean {
  if (!(node instanceof BitString)) throw new StructureError();
  const bytes = Buffer.from(node.valueBlock.valueHexView);
  return (bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

/** The number of a context-specific tag; `null` for any other class. */
export function contextTag(node: Node | undefined): number | null {
  return node?.idBlock.tagClass === CONTEXT_SPECIFIC ? node.idBlock.tagNumber : null;
}
