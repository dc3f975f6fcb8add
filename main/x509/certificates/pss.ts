import { contextTag, integerOf, membersOf, type Node, oidOf } from './der.ts';

/** A digest as Node names it. */
export type PssDigest = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** How an RSASSA-PSS signature was made. A digest is `null` if it is none of those. */
export interface PssParameters {
  readonly digest: PssDigest | null;
  /** Of the mask generation function MGF1; `null` also for another function. */
  readonly maskDigest: PssDigest | null;
  /** Bytes. */
  readonly saltLength: number;
}

const RSASSA_PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';
const digests: ReadonlyMap<string, PssDigest> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/**
 * The parameters of an AlgorithmIdentifier (RFC 4055, section 3.1); what it leaves out is SHA-1, and a salt of 20 bytes.
 * Throws `StructureError`.
 * @returns `null` if it names another algorithm
 */
export function pssParametersOf(algorithm: Node | undefined): PssParameters | null {
  const [id, parameters] = membersOf(algorithm);
  if (oidOf(id) !== RSASSA_PSS) return null;
  const given = (tag: number): Node | undefined => {
    const parameter = parameters?.members?.find((each) => contextTag(each) === tag);
    return parameter === undefined ? undefined : membersOf(parameter)[0];
  };
  const [hash, mask, salt] = [given(0), given(1), given(2)];
  const [maskFunction, maskHash] = mask === undefined ? [] : membersOf(mask);
  const isKnownMask = mask === undefined || oidOf(maskFunction) === MGF1;
  return {
    digest: digestOf(hash),
    maskDigest: isKnownMask ? digestOf(maskHash) : null,
    saltLength: salt === undefined ? 20 : integerOf(salt),
  };
}

function digestOf(algorithm: Node | undefined): PssDigest | null {
  return algorithm === undefined ? 'sha1' : (digests.get(oidOf(membersOf(algorithm)[0])) ?? null);
}
