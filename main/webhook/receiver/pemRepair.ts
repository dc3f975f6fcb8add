const BLOCK = /(-----BEGIN [^-]+-----)([^-]*)(-----END [^-]+-----)/gu;

/** Tag of the outermost SEQUENCE of every certificate and key. */
const SEQUENCE = 0x30;

/** JSON escapes that are left when a sender encoded a text twice, or copied it from a settings file. */
const WRITTEN_OUT = /(?:\\r)?\\n|\\r/gu;

/** Removes a byte order mark and escapes (PEM contains no backslash); LF line ends, one at the end. */
export function normalisePem(text: string): string {
  let pem = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (pem.includes('\\')) pem = pem.replace(WRITTEN_OUT, '\n').replaceAll('\\/', '/');
  if (pem.includes('\r')) pem = pem.replace(/\r\n?/gu, '\n');
  return pem.endsWith('-----') ? `${pem}\n` : pem;
}

/**
 * Restores each `+` of base64 that a form sender did not escape and that was therefore decoded as a space. Applies only
 * inside a block, and only if the spaces cannot be plain white space: the DER length then does not match without them.
 */
export function repairPluses(pem: string): string {
  if (!pem.includes(' ')) return pem;
  return pem.replace(BLOCK, (block, begin: string, body: string, end: string) => {
    // A colon: a legacy key with headers, whose spaces are intended.
    if (!body.includes(' ') || body.includes(':')) return block;
    if (isWhole(body.replace(/\s+/gu, ''))) return block;
    const repaired = body.replaceAll(' ', '+');
    return isWhole(repaired.replace(/\s+/gu, '')) ? begin + repaired + end : block;
  });
}

/** Whether base64 holds exactly one DER value of the length that it states (X.690, section 8.1.3). */
function isWhole(base64: string): boolean {
  const der = Buffer.from(base64, 'base64');
  const first = der[1];
  if (der[0] !== SEQUENCE || first === undefined) return false;
  if (first < 0x80) return der.length === 2 + first;
  const digits = first - 0x80;
  if (digits < 1 || digits > 3 || der.length < 2 + digits) return false;
  return der.length === 2 + digits + der.readUIntBE(2, digits);
}
