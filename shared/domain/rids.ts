/** Maximum characters of a rid. The interface sets no limit; this one keeps a pasted file from being taken for a rid. */
export const MAX_RID_LENGTH = 200;

/** Maximum rids that are added together. */
export const MAX_RIDS_AT_ONCE = 20_000;

/** Stands for a secret where its place is shown. The rid of an order whose rid turned out to be a token begins with it. */
export const MASKED = '••••••••';

/** A possible secret with the end by which a person tells it from others: too little to be of use to anybody else. */
export function maskedWord(word: string): string {
  return `${MASKED}${word.slice(word.length < 16 ? -2 : -4)}`;
}

/** Fewest characters of a word that is compared with a part of a token: shorter ones occur in it by chance. */
const PART_MIN = 16;

/** Whether a word is a token, contains it, or is a part of it: separators of lists may be in a token. */
export function isPartOf(word: string, token: string): boolean {
  if (word === token) return true;
  if (Math.min(word.length, token.length) < PART_MIN) return false;
  return word.includes(token) || token.includes(word);
}

export interface ParsedRids {
  readonly rids: readonly string[];
  /** Rids that occurred more than once, each listed once. */
  readonly duplicates: readonly string[];
  readonly refused: readonly RefusedRid[];
}

export interface RefusedRid {
  readonly text: string;
  readonly reason: RidRefusal;
}

/** `token`: it is an access token. */
export type RidRefusal = 'tooLong' | 'controlCharacters' | 'dotSegment' | 'token';

/** A text in quotes, or a run without white space and the punctuation that separates lists in English and Chinese. */
const TOKEN =
  /"([^"]*)"|'([^']*)'|“([^“”\n]*)”|„([^“”„\n]*)[“”]|‘([^‘’\n]*)’|«([^«»\n]*)»|「([^「」\n]*)」|([^\s,;|\u3001\uFF0C\uFF1B"']+)/gu;
/**
 * What documents and chats add around a copied text: white space, invisible characters (zero width, direction, fillers)
 * and typographic quotes. The lookbehind keeps the match linear.
 */
const EDGE = String.raw`[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\p{Pi}\p{Pf}‚„〝〞〟「」『』＂＇\x60]`;
const AROUND = new RegExp(`^${EDGE}+|(?<!${EDGE})${EDGE}+$`, 'gu');
const LATEST_PATH = /^https?:\/\/[^/]+(?:\/[^?#]*)?\/open\/ssl\/latest\/([^/?#]+)/u;

/**
 * Extracts rids from pasted text. Accepts any separator, quotes around a rid that contains one, and URLs of the
 * latest-certificate endpoint (interface, section 4.1). Drops white space, invisible characters and typographic quotes
 * around a rid.
 * @param tokens access tokens, which are refused
 */
export function parseRids(text: string, tokens: readonly string[] = []): ParsedRids {
  return collectRids([...wordsOf(text)].map(ridOf), tokens);
}

/** The words of a pasted text: without separators, and without what surrounds a copied text. */
export function* wordsOf(text: string): Generator<string> {
  for (const match of text.matchAll(TOKEN)) {
    const word = match.slice(1).find((group) => group !== undefined) ?? '';
    const bare = word.replace(AROUND, '');
    if (bare !== '') yield bare;
  }
}

/** Sorts texts into rids, repeated ones, and those that cannot be rids. Empty texts are skipped. */
export function collectRids(texts: readonly string[], tokens: readonly string[] = []): ParsedRids {
  const rids = new Set<string>();
  const duplicates = new Set<string>();
  const refused: RefusedRid[] = [];
  for (const rid of texts) {
    if (rid === '') continue;
    const reason = ridRefusal(rid);
    if (tokens.some((token) => isPartOf(rid, token))) refused.push({ text: MASKED, reason: 'token' });
    else if (reason !== null) refused.push({ text: rid.slice(0, 60), reason });
    else if (rids.has(rid)) duplicates.add(rid);
    else rids.add(rid);
  }
  return { rids: [...rids], duplicates: [...duplicates], refused };
}

/** Why a text cannot be a rid, or `null`. `.` and `..` would change the path of the request, even if encoded. */
export function ridRefusal(rid: string): RidRefusal | null {
  if (rid.length > MAX_RID_LENGTH) return 'tooLong';
  if (rid.startsWith(MASKED)) return 'token';
  if (rid === '.' || rid === '..') return 'dotSegment';
  if (!rid.isWellFormed() || /\p{Cc}/u.test(rid)) return 'controlCharacters';
  return null;
}

const PLAIN = /^[\p{L}\p{N}._~:/?#@!$&()*+=%-]+$/u;

/** Rids as a text from which `parseRids` reads the same ones, one per line. */
export function formatRids(rids: readonly string[]): string {
  return rids.map(formatRid).join('\n');
}

function formatRid(rid: string): string {
  if (PLAIN.test(rid) && ridOf(rid) === rid) return rid;
  const encoded = encodeURIComponent(rid).replaceAll("'", '%27');
  return `https://rid.invalid/open/ssl/latest/${encoded}`;
}

/** The rid in an address of the latest-certificate endpoint; any other word is a rid itself. */
export function ridOf(word: string): string {
  const encoded = LATEST_PATH.exec(word)?.[1];
  if (encoded === undefined) return word;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
