/** How the body of a delivery is written (interface, section 4.2). */
export type PayloadEncoding = 'json' | 'form';

const encodings: Readonly<Record<string, PayloadEncoding>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
};

const MEDIA_TYPE = /^[^\t ;]+/u;

/** One parameter, which may be empty (RFC 9110, section 5.6.6), also with white space around its `=`. */
const PARAMETER =
  /[\t ]*;[\t ]*(?:([\w!#$%&'*+.^`|~-]+)[\t ]*(?:=[\t ]*("(?:[^"\\]|\\.)*"|[\w!#$%&'*+.^`|~-]*))?)?[\t ]*/uy;

/** What a `content-type` says; `null` for any other type, and any other charset than UTF-8. Other parameters say nothing. */
export function payloadEncoding(contentType: string): PayloadEncoding | null {
  const type = MEDIA_TYPE.exec(contentType)?.[0] ?? '';
  const encoding = encodings[type.toLowerCase()] ?? null;
  let end = type.length;
  while (end < contentType.length) {
    PARAMETER.lastIndex = end;
    const match = PARAMETER.exec(contentType);
    if (match === null) return null;
    const [text, name, value = ''] = match;
    if (name?.toLowerCase() === 'charset' && !isUtf8(value)) return null;
    end += text.length;
  }
  return encoding;
}

/** Whether a charset is one of the names of UTF-8, some of which have no hyphen (WHATWG, Encoding, section 4.2). */
function isUtf8(value: string): boolean {
  try {
    return new TextDecoder(value.replace(/^(["'])(.*)\1$/u, '$2')).encoding === 'utf-8';
  } catch {
    return false;
  }
}
