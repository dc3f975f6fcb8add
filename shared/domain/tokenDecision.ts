import { parseHostName } from './hostName.ts';

/** What the words of a text are, by their shapes. Words that are in neither field are rids. */
export interface TokenDecision {
  readonly token: string | null;
  /** One of these may be the token, and nothing says which: each is treated as a secret until a person says. */
  readonly undecided: readonly string[];
}

/** What is known of the words beside their shapes. */
export interface WordFacts {
  /** Whether a good token is known. */
  readonly hasToken: boolean;
  /** Rids that are there already. */
  readonly rids: readonly string[];
  /** Whether the text itself calls this word a rid. */
  readonly isNamed: (word: string) => boolean;
}

/** Fewest characters of a token. A shorter word is a rid. */
export const TOKEN_MIN = 8;
/** From here on a word is more likely a token than a rid. */
const LONG_TOKEN_MIN = 32;
const TOKEN_SHAPE = /^[\x21-\x7e]{8,4096}$/u;
const SIGNED_TOKEN = /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/u;
/** A hash or a UUID without hyphens: as often an identifier as a token. */
const HEX = /^[\da-f]+$/iu;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
/** What is no secret by its looks: a word of a language, a date, a mail address. */
const PLAIN =
  /^(?:[A-Za-z]?[a-z]{1,14}|[A-Z]{1,14}|\d{4}-\d\d-\d\d\S*|[^@:\s\d]{1,40}\d{0,4}@[\w-]+(?:\.[\w-]+)+)$/u;

/**
 * Decides which word is the access token. A token must never be taken for a rid: rids are shown, stored, and sent in the
 * paths of requests. Labels and headers decide before this. A *candidate* is a word that the text does not call a rid, has
 * 8 characters or more and is no plain word, date, mail address or host name. Candidates are *alike* if they share length
 * and alphabet, or the pattern of their parts.
 *
 * | no token known, and | the token is | the other words are |
 * | --- | --- | --- |
 * | a candidate is a JSON Web Token | the longest of them | rids |
 * | one candidate is unlike all other words, which are rids or alike, and none of them looks more like a secret | this one | rids |
 * | one candidate alone is long (32), and no hash or UUID, and the others are shorter | this one | rids |
 * | no candidate | missing | rids |
 * | anything else: one word alone, all alike, several unlike | asked of the person | asked as well |
 *
 * With a good token known, only a long word that is unlike the others and is no hash replaces it; the others are rids.
 */
export function decideToken(all: readonly string[], facts: WordFacts): TokenDecision {
  const words = [...new Set(all)];
  const shapes = new Shapes([...new Set([...words, ...facts.rids])]);
  const there = new Set(facts.rids);
  const unnamed = words.filter((word) => !facts.isNamed(word) && !there.has(word));
  const signed = unnamed.filter((word) => SIGNED_TOKEN.test(word));
  if (signed.length > 0) return { token: longest(signed), undecided: [] };
  if (facts.hasToken) {
    const known = new Set(facts.rids.map(shapeOf));
    const long = unnamed.filter(
      (word) => isLong(word) && !HEX.test(word) && shapes.isUnlike(word) && !known.has(shapeOf(word)),
    );
    return { token: longest(long), undecided: [] };
  }
  const candidates = unnamed.filter(canBeToken);
  const unlike = candidates.filter((word) => shapes.isUnlike(word));
  const hasOthers = words.length + facts.rids.length > 1;
  const [only, second] = unlike;
  if (only !== undefined && second === undefined) {
    const others = candidates.filter((word) => word !== only);
    const isClear = others.every((word) => secrecy(word) < secrecy(only));
    const isIdentifier = UUID.test(only) || HEX.test(only);
    const isEnough = !isIdentifier || others.length !== 2;
    if (hasOthers && isLikely(only) && isClear && isEnough) return { token: only, undecided: [] };
    if (!hasOthers && isLong(only)) return { token: only, undecided: [] };
  }
  const [long, otherLong] = unlike.filter(isLong);
  if (long !== undefined && otherLong === undefined && !HEX.test(long)) {
    if (candidates.every((word) => word === long || word.length < LONG_TOKEN_MIN))
      return { token: long, undecided: [] };
  }
  return { token: null, undecided: candidates };
}

/**
 * Which of the words that were asked about are rids, now that the token is known: those of the shape of a known rid, or all
 * but the token if they have one shape and no rid is known. A person must say it of the others: one may be another secret.
 * @param asked also the token, if it was among them
 */
export function plainRids(asked: readonly string[], rids: readonly string[]): readonly string[] {
  const known = new Set(rids.map(shapeOf));
  const shapes = new Set(asked.map(shapeOf));
  if (known.size === 0 && shapes.size === 1) return asked;
  return asked.filter((word) => known.has(shapeOf(word)));
}

/** Words by length and alphabet, and by pattern. */
class Shapes {
  readonly #counts = new Map<string, number>();

  constructor(words: readonly string[]) {
    for (const word of words)
      for (const key of keysOf(word)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  isUnlike(word: string): boolean {
    return keysOf(word).every((key) => this.#counts.get(key) === 1);
  }
}

function keysOf(word: string): readonly string[] {
  return [shapeOf(word), `pattern ${patternOf(word)}`];
}

/** Length and alphabet, which the rids of a service have in common. */
export function shapeOf(word: string): string {
  return `${word.length} ${alphabetOf(word)}`;
}

function alphabetOf(word: string): 'hex' | 'letters' | 'all' {
  return /^[\da-f]+$/u.test(word) ? 'hex' : /^[\da-z]+$/iu.test(word) ? 'letters' : 'all';
}

/** The parts between separators, numbers and short words without their lengths: `r-7` and `r-1001` have the same. */
function patternOf(word: string): string {
  return word.replace(/[^-_.:]+/gu, (part) => {
    if (/^\d{1,12}$/u.test(part)) return '0';
    if (/^[a-z]{1,12}$/iu.test(part)) return 'a';
    return /^[a-z]{1,8}\d{1,8}$/iu.test(part) ? 'a0' : shapeOf(part);
  });
}

/** Bits that a random word of this length and alphabet has. */
function secrecy(word: string): number {
  if (UUID.test(word)) return 128;
  const bits = /^\d+$/u.test(word) ? 3.3 : { hex: 4, letters: 5.9, all: 6 }[alphabetOf(word)];
  return word.length * bits;
}

/** Whether a word may be a token, however unlikely. */
function canBeToken(word: string): boolean {
  return word.length >= TOKEN_MIN && TOKEN_SHAPE.test(word) && !PLAIN.test(word) && !isHost(word);
}

function isLikely(word: string): boolean {
  return word.length >= 16 || (/\d/u.test(word) && /[a-z]/iu.test(word));
}

/** Whether a word has the length of most tokens, and is not a UUID. */
export function isLong(word: string): boolean {
  return word.length >= LONG_TOKEN_MIN && canBeToken(word) && !UUID.test(word);
}

/** Whether this is a JSON Web Token, a token by its form alone. */
export function isSignedToken(word: string): boolean {
  return SIGNED_TOKEN.test(word);
}

/** Parts of names that people give. */
const READABLE = /^(?:\d{1,12}|[a-z]{1,14}|[a-z]{1,8}\d{1,8})?$/iu;

/** Whether a word that a person typed as a name is more likely a token that came to the wrong place. */
export function looksLikeToken(word: string): boolean {
  if (isSignedToken(word)) return true;
  return isLong(word) && !word.split(/[-_.:/@]/u).every((part) => READABLE.test(part));
}

function longest(words: readonly string[]): string | null {
  return words.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** `certs.example.com`, also with a port or a path. */
export function isHost(word: string): boolean {
  if (SIGNED_TOKEN.test(word)) return false;
  const [, host = '', port] = /^([\w.-]{1,253})(:\d{1,5})?(?:\/|$)/u.exec(word) ?? [];
  if (host === 'localhost') return port !== undefined;
  return /\.[a-z]{2,}$/iu.test(host) && parseHostName(host) !== null;
}
