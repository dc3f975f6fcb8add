const BLOCK = /(-----BEGIN [^-]+-----)([^-]*)(-----END [^-]+-----)/gu;

/** The two hex digits that begin the outermost SEQUENCE of every certificate and key. */
const SEQUENCE = 0x30;

/** Escapes of JSON that are still there when a sender encoded a text twice, or took it from a file of settings. */
const WRITTEN_OUT = /(?:\\r)?\\n|\\r/gu;

/**
 * Puts a PEM text into the form in which every reader takes it: no byte order mark, LF line ends, one at the end. PEM has
 * no backslash: where there is one, line ends or slashes are written out. The text itself when it is so already.
 */
export function normalisePem(text: string): string {
  let pem = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (pem.includes('\\')) pem = pem.replace(WRITTEN_OUT, '\n').replaceAll('\\/', '/');
  if (pem.includes('\r')) pem = pem.replace(/\r\n?/gu, '\n');
  return pem.endsWith('-----') ? `${pem}\n` : pem;
}

/**
 * Puts back the `+` of base64 that a sender of a form left unescaped, so that it was read as a space. Only between the
 * lines of a block, and only where the spaces cannot be mere white space: what is encoded says its own length, and
 * without them it would be shorter.
 */
export function repairPluses(pem: string): string {
  if (!pem.includes(' ')) return pem;
  return pem.replace(BLOCK, (block, begin: string, body: string, end: string) => {
    // A colon: the headers of a legacy key, whose spaces are their own.
    if (!body.includes(' ') || body.includes(':')) return block;
    if (isWhole(body.replace(/\s+/gu, ''))) return block;
    const repaired = body.replaceAll(' ', '+');
    return isWhole(repaired.replace(/\s+/gu, '')) ? begin + repaired + end : block;
  });
}

/** Whether base64 holds exactly one DER value, by the length that it states (X.690, section 8.1.3). */
function isWhole(base64: string): boolean {
  const der = Buffer.from(base64, 'base64');
  const first = der[1];
  if (der[0] !== SEQUENCE || first === undefined) return false;
  if (first < 0x80) return der.length === 2 + first;
  const digits = first - 0x80;
  if (digits < 1 || digits > 3 || der.length < 2 + digits) return false;
  return der.length === 2 + digits + der.readUIntBE(2, digits);
}
