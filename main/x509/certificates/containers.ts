import { type Piece, pieceAt, piecesIn, readOr, StructureError, tags } from './der.ts';

/** What DER holds that is neither a certificate nor a key: certificates in PKCS#7, or also their key in PKCS#12. */
export type Container = 'pkcs7' | 'pkcs12';

/** SignedData (RFC 5652, section 5.1). */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
/** PFX (RFC 7292, section 4) has version 3, a ContentInfo and a MAC. */
const PFX_VERSION = Buffer.from('020103', 'hex');
const PFX_PARTS = 3;
/** ContentInfo: type and content. */
const INFO_PARTS = 2;
/** SignedData: version, digests, content, certificates, revocation lists, signers. */
const SIGNED_PARTS = 6;
/** `[0]`: context-specific. */
const FIRST_TAG = 0x80;

/** Which container bytes are; `null`: none. Only their beginning is read. */
export function containerOf(bytes: Buffer): Container | null {
  return readOr(null, () => {
    const outer = pieceAt(bytes, 0);
    const [first, second] = piecesIn(bytes, outer, PFX_PARTS);
    if (outer.tag !== tags.sequence || first === undefined || second === undefined) return null;
    const written = bytes.subarray(first.first, first.end);
    if (written.equals(SIGNED_DATA)) return 'pkcs7';
    return written.equals(PFX_VERSION) && second.tag === tags.sequence ? 'pkcs12' : null;
  });
}

const LABELS = /-----[^-]{1,60}-----/gu;
const BASE64_OF_DER = /^MI[A-Za-z0-9+/]+={0,2}$/u;

/** Which container is where a text should have PEM of certificates or a key, as PEM or as plain base64; `null`: none. */
export function containerInText(text: string): Container | null {
  const base64 = text.replaceAll(LABELS, '').replaceAll(/\s+/gu, '');
  return BASE64_OF_DER.test(base64) ? containerOf(Buffer.from(base64, 'base64')) : null;
}

/**
 * The certificates in a PKCS#7 file (`.p7b`) in its order, as DER, without reading them.
 * @param most more count as damage
 * @returns `null`: damaged
 */
export function certificatesInPkcs7(bytes: Buffer, most: number): readonly Buffer[] | null {
  return readOr(null, () => {
    const [, content] = piecesIn(bytes, pieceAt(bytes, 0), INFO_PARTS);
    if (content?.tag !== FIRST_TAG) throw new StructureError();
    const parts = piecesIn(bytes, pieceAt(bytes, content.start), SIGNED_PARTS);
    const certificates = parts.find(({ tag }) => tag === FIRST_TAG);
    const pieces = certificates === undefined ? [] : piecesIn(bytes, certificates, most);
    return pieces.map(({ first, end }: Piece) => bytes.subarray(first, end));
  });
}
