type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The encoding of a text, by its byte order mark. Without one, UTF-16 has a zero byte beside its first character, if that is
 * a Latin one. Windows tools write all of these.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** A text in UTF-8 or UTF-16, without its byte order mark. `null`: it has another encoding, such as Latin-1 or GBK. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
