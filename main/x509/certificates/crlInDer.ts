import { nextSlice } from '#main/platform/slices.ts';

const BEGIN = Buffer.from('-----BEGIN X509 CRL-----');
const END = Buffer.from('-----END X509 CRL-----');

/** Bytes in which PEM begins, after a byte order mark or a few words. */
const MOST_BEFORE = 1024;

/** Characters that are decoded at once. */
const PIECE = 256 * 1024;

/**
 * A revocation list in DER, also where a server sends PEM (RFC 7468, section 6) against RFC 5280, section 4.2.1.13. PEM is
 * decoded in slices, because a list can have 10 MB.
 * @param body what is no PEM is returned as it is
 * @returns `null`: PEM without its end
 */
export async function crlInDer(body: Buffer): Promise<Buffer | null> {
  const begin = body.subarray(0, MOST_BEFORE).indexOf(BEGIN);
  if (begin === -1) return body;
  const end = body.indexOf(END, begin);
  if (end === -1) return null;
  const pieces: Buffer[] = [];
  let rest = '';
  for (let at = begin + BEGIN.length; at < end; at += PIECE) {
    await nextSlice();
    const text = rest + body.toString('latin1', at, Math.min(end, at + PIECE)).replaceAll(/\s+/gu, '');
    const whole = text.length - (text.length % 4);
    pieces.push(Buffer.from(text.slice(0, whole), 'base64'));
    rest = text.slice(whole);
  }
  return Buffer.concat([...pieces, Buffer.from(rest, 'base64')]);
}
