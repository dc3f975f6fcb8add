import { bytesOf, contextTag, membersOf, type Node, oidOf, StructureError } from './der.ts';

/** A GeneralName (RFC 5280, section 4.2.1.6), as needed for name constraints. Text is as written. */
export type GeneralName =
  | { readonly kind: 'dns' | 'email' | 'uri'; readonly value: string }
  /** 4 or 16 bytes; twice as many in a constraint, where the mask follows the address. */
  | { readonly kind: 'ip'; readonly bytes: Buffer }
  /** One canonical text per relative name, the least specific first. */
  | { readonly kind: 'directory'; readonly parts: readonly string[] }
  /** A kind that is not compared, such as otherName or registeredID. `tag`: of the kind. */
  | { readonly kind: 'other'; readonly tag: number };

const texts: Readonly<Record<number, 'email' | 'dns' | 'uri'>> = { 1: 'email', 2: 'dns', 6: 'uri' };
const DIRECTORY = 4;
const IP = 7;

/** Reads one GeneralName. Throws `StructureError`. */
export function generalNameOf(node: Node): GeneralName {
  const tag = contextTag(node);
  if (tag === null) throw new StructureError();
  const text = texts[tag];
  if (text !== undefined) return { kind: text, value: bytesOf(node).toString('latin1') };
  if (tag === IP) return { kind: 'ip', bytes: bytesOf(node) };
  if (tag === DIRECTORY) return { kind: 'directory', parts: partsOf(membersOf(node)[0]) };
  return { kind: 'other', tag };
}

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** The names in a subject: the whole subject unless empty, and its mail addresses (RFC 5280, section 4.2.1.10). */
export function namesInSubject(subject: Node | undefined): readonly GeneralName[] {
  const parts = partsOf(subject);
  if (parts.length === 0) return [];
  const mails = attributesOf(subject).filter(({ oid }) => oid === EMAIL_ADDRESS);
  return [
    { kind: 'directory', parts },
    ...mails.map(({ text }): GeneralName => ({ kind: 'email', value: text })),
  ];
}

interface Attribute {
  readonly oid: string;
  readonly text: string;
}

function attributesOf(name: Node | undefined): readonly Attribute[] {
  return membersOf(name).flatMap((relative) => membersOf(relative).map(attributeOf));
}

function attributeOf(node: Node): Attribute {
  const [type, value] = membersOf(node);
  return { oid: oidOf(type), text: textOf(value) };
}

function partsOf(name: Node | undefined): readonly string[] {
  return membersOf(name).map((relative) => {
    const attributes = membersOf(relative).map(attributeOf);
    return JSON.stringify(attributes.map(({ oid, text }) => [oid, folded(text)].join('=')).sort());
  });
}

const BMP_STRING = 30;
const UNIVERSAL_STRING = 28;

/** The text of a string of any type; for other values their bytes, which equal no text. */
function textOf(node: Node | undefined): string {
  const bytes = bytesOf(node);
  switch (node?.idBlock.tagNumber) {
    case BMP_STRING:
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
    case UNIVERSAL_STRING:
      return Array.from({ length: bytes.length >> 2 }, (_, place) => codePoint(bytes, place * 4)).join('');
    default:
      return bytes.toString('utf8');
  }
}

function codePoint(bytes: Buffer, at: number): string {
  const code = bytes.readUInt32BE(at);
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

/** Case and inner white space are ignored (RFC 5280, section 7.1); like OpenSSL, folds ASCII letters only. */
function folded(text: string): string {
  return text
    .replace(/[A-Z]/gu, (letter) => letter.toLowerCase())
    .replace(/[ \t\n\v\f\r]+/gu, ' ')
    .replace(/^ | $/gu, '');
}
