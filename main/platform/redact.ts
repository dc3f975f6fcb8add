/** Longest field. A code, a name or a position in our code is shorter. */
const MOST_CHARACTERS = 300;

/**
 * What must not be in a log or in diagnostics: a second line of defence. An address contains a host: the order matters.
 */
const looks: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/gu, '[pem]'],
  [/\b(?:bearer|basic)\s+\S+/giu, '[credentials]'],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]*/giu, '[address]'],
  // Here and below, a lookbehind keeps the search linear in long words.
  [/(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/gu, '[address]'],
  [/(?:[a-z]:[\\/]|\\\\)[^"'<>|\r\n]*/giu, '[path]'],
  [/(?<![\w.~])\/[^\s"'<>:]+\/[^\s"'<>:]*/gu, '[path]'],
  // Longer than a UUID, which names a connection.
  [/[A-Za-z0-9+/=_.-]{37,}/gu, '[long]'],
];

/** The text with secrets, addresses and paths replaced, shortened to the length of a field. */
export function redact(text: string): string {
  const clean = looks.reduce((known, [look, mark]) => known.replace(look, mark), text);
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS)}…` : clean;
}

const MARK = '***';
/** A shorter match with a secret is a coincidence, unless it is the whole secret. */
const TELLING_LENGTH = 6;
/** Without the characters between: of a longer text. */
const TELLING_LENGTH_SQUEEZED = 8;
/** Names share short words with tokens. */
const TELLING_LENGTH_OF_NAMES = 12;
const PEM_OR_LATER = /-----BEGIN[\s\S]*$/u;
/** Longer than a UUID. */
const LONG_RUN = /[A-Za-z0-9+/=]{37,}/gu;
const ESCAPE = /%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|=([0-9A-F]{2})/giu;
const DECIMAL_ESCAPE = /&#(\d{1,7});/gu;
/** The beginning of a private key in DER, in hexadecimal: PKCS#8 (RFC 5958), PKCS#1 (RFC 8017), SEC1 (RFC 5915). */
const PRIVATE_KEY =
  /30(?:..){1,4}0201(?:00|01)30..06|30(?:..){1,4}02010002(?:..){1,3}00|30(?:..){1,2}02010104(?:..){20}/u;

/**
 * A text from outside without a secret and without private keys: neither as they are nor in base64 at any alignment, in
 * hexadecimal, escaped, reversed, in other case, or split. Encodings of encodings are read once more.
 * @param secret ASCII without spaces, such as an access token
 */
export function withoutSecret(text: string, secret: string): string {
  const traces = new Traces(secret, TELLING_LENGTH);
  const beforeKey = text.replace(PEM_OR_LATER, '');
  // The rest of a key is not recognised by itself.
  if (noSecret.isIn(beforeKey) || noSecret.isIn(squeeze(beforeKey))) return MARK;
  const words = beforeKey.replace(/\S+/gu, (word) => {
    const rest = traces.replaced(word).replace(LONG_RUN, (run) => (isNoWord(run) ? MARK : run));
    return traces.isIn(rest) ? MARK : rest;
  });
  return squeezedTraces(secret, TELLING_LENGTH_SQUEEZED).isIn(squeeze(words)) ? MARK : words;
}

/** Whether a name from outside has neither a long part of a secret nor a private key, in the forms of `withoutSecret`. */
export function isFreeOf(text: string, secret: string): boolean {
  return !(
    PEM_OR_LATER.test(text) ||
    new Traces(secret, TELLING_LENGTH_OF_NAMES).isIn(text) ||
    squeezedTraces(secret, TELLING_LENGTH_OF_NAMES).isIn(squeeze(text))
  );
}

function squeezedTraces(secret: string, telling: number): Traces {
  const squeezed = squeeze(secret);
  return squeezed.length < telling ? noSecret : new Traces(squeezed, telling);
}

/** Recognises parts of a secret, in either direction and case, and private keys. */
class Traces {
  readonly #length: number;
  readonly #stretches = new Set<string>();

  constructor(secret: string, telling: number) {
    const length = Math.min(telling, secret.length);
    this.#length = length;
    const forward = lowerCase(secret);
    for (const known of length === 0 ? [] : [forward, [...forward].reverse().join('')])
      for (let start = 0; start + length <= known.length; start += 1)
        this.#stretches.add(known.slice(start, start + length));
  }

  /** The text with every part of the secret replaced. */
  replaced(text: string): string {
    const folded = lowerCase(text);
    let result = '';
    let place = 0;
    while (place < text.length) {
      let end = place;
      while (this.#stretches.has(folded.slice(end, end + this.#length))) end += 1;
      if (end > place) {
        result += MARK;
        place = end + this.#length - 1;
      } else {
        result += text[place] ?? '';
        place += 1;
      }
    }
    return result;
  }

  /** Whether the text, or what it encodes, has a part of the secret or a private key. */
  isIn(text: string): boolean {
    return this.#isPlainlyIn(text) || this.#isEncodedIn(text, true);
  }

  #isPlainlyIn(text: string): boolean {
    const folded = lowerCase(text);
    for (let start = 0; start + this.#length <= folded.length; start += 1)
      if (this.#stretches.has(folded.slice(start, start + this.#length))) return true;
    return false;
  }

  #isEncodedIn(text: string, isOuter: boolean): boolean {
    return decodings(text).some(
      (decoded) =>
        PRIVATE_KEY.test(Buffer.from(decoded, 'latin1').toString('hex')) ||
        (this.#length >= TELLING_LENGTH && this.#isPlainlyIn(decoded)) ||
        // Decoded by chance, it is not text.
        (isOuter && /^[\t\n\r\x20-\x7e]{8,}$/u.test(decoded) && this.#isEncodedIn(decoded, false)),
    );
  }
}

/** Finds private keys alone. */
const noSecret = new Traces('', 0);

/** Hexadecimal, or digits and letters of both cases. */
function isNoWord(run: string): boolean {
  return /^[0-9a-f]+$/iu.test(run) || (/\d/u.test(run) && /[a-z]/u.test(run) && /[A-Z]/u.test(run));
}

/** What a text may encode, one character per byte. */
function decodings(text: string): readonly string[] {
  const unescaped = text
    .replace(ESCAPE, (_, ...codes: (string | undefined)[]) => character(codes.find(isString) ?? '', 16))
    .replace(DECIMAL_ESCAPE, (_, code: string) => character(code, 10));
  const hex = text.replace(/0x|\\[xnrt]|[\s:;,_-]/gu, '').match(/[0-9a-f]{12,}/giu) ?? [];
  const base64 = text.match(/[A-Za-z0-9+/_-]{8,}/gu) ?? [];
  return [
    ...(unescaped === text ? [] : [unescaped]),
    ...hex.flatMap((run) => [0, 1].map((skipped) => bytesOf(run.slice(skipped), 'hex'))),
    ...base64.flatMap((run) => [0, 1, 2, 3].map((skipped) => bytesOf(run.slice(skipped), 'base64'))),
  ];
}

function bytesOf(text: string, encoding: 'hex' | 'base64'): string {
  return Buffer.from(text, encoding).toString('latin1');
}

function character(code: string, radix: number): string {
  const point = Number.parseInt(code, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** ASCII alone: other letters could change the length. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}

/** Without what splits an encoded text: spaces, line ends, also escaped ones, and other signs. */
function squeeze(text: string): string {
  return text.replace(/\\[nrt]|[^A-Za-z0-9+/=%]/gu, '');
}
