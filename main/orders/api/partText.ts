import { X509Certificate } from 'node:crypto';
import { certificatePem, outlinePem, pemKind, readPemBlocks, writePem } from '#main/x509/certificates/pem.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** `-----BEGIN ` in base64, at the start of a PEM text that was encoded twice. */
const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';
const BASE64_TEXT = /^[A-Za-z0-9+/]{100,}={0,2}$/u;

/**
 * Reads one part as received: PEM with any line ends, with literal `\n`, in base64 again, or, for certificates,
 * base64 DER. Changes the text as little as possible. `null` if it contains nothing of the kind. Truncated text, and
 * a key in place of a certificate or the reverse, is `invalidMaterial`. A private key next to certificates is removed
 * from a certificate part.
 */
export function readPartText(value: string, part: ExportPart): Result<string | null> {
  const text = toPemText(value, part);
  if (text === null) return ok(null);
  const { certificates, keys, isTruncated } = outlinePem(text);
  if (isTruncated) return err({ kind: 'invalidMaterial', reason: 'pemTruncated', part });
  if (part === 'key') {
    if (keys > 0) return ok(text);
    if (certificates === 0) return ok(null);
    return err({ kind: 'invalidMaterial', reason: 'certificateInPlaceOfKey', part });
  }
  if (keys === 0) return ok(certificates > 0 ? text : null);
  if (certificates === 0) return err({ kind: 'invalidMaterial', reason: 'keyInPlaceOfCertificate', part });
  return certificatesAlone(text, part);
}

function toPemText(value: string, part: ExportPart): string | null {
  const text = value.charCodeAt(0) === 0xfeff ? value.slice(1) : value;
  if (text.includes('-----')) return text.includes('\\n') ? text.replace(/(?:\\r)?\\n/gu, '\n') : text;
  const bare = text.replace(/\s+/gu, '');
  if (bare.startsWith(ENCODED_BEGIN)) return Buffer.from(bare, 'base64').toString('latin1');
  return part === 'key' || !BASE64_TEXT.test(bare) ? null : fromDer(bare);
}

/** Only text that parses as a certificate is one: keys start with the same bytes. */
function fromDer(base64: string): string | null {
  try {
    return certificatePem(new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}

function certificatesAlone(text: string, part: ExportPart): Result<string> {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) return err({ kind: 'invalidMaterial', reason: blocks.error, part });
  return ok(
    blocks.value
      .filter((block) => pemKind(block) === 'certificate')
      .map(({ label, base64 }) => writePem(label, base64))
      .join(''),
  );
}
