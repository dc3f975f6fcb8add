/** The score of a word of the query, by where it occurs. */
const AT_START = 100;
const AT_WORD = 60;
const SYNONYM = 50;
const INSIDE = 30;
const ABBREVIATION = 20;

/** Fewer letters inside of a word are no likeness: nearly every name has them. */
const INSIDE_MIN = 3;

interface Other {
  /** Words between blanks that mean the same as the text. The beginning of one is enough. */
  readonly synonyms?: string;
  /** Whether the beginnings of several words are enough, such as `cpo` for "Customer portal". */
  readonly isAbbreviable?: boolean;
}

/**
 * How well a query fits a text: the higher the better; `null` if one of its words does not. A word fits where a word of the
 * text begins with it, where it is inside of one with at least three letters, or as an abbreviation. Letters that are
 * only scattered over the text never fit.
 */
export function likeness(
  query: string,
  text: string,
  { synonyms = '', isAbbreviable = true }: Other = {},
): number | null {
  const plain = plainText(text);
  let score = 0;
  for (const word of wordsOf(query)) {
    const worth = worthOf(word, plain, synonyms, isAbbreviable);
    if (worth === null) return null;
    score += worth;
  }
  // Of equal matches the shorter text is meant.
  return score - Math.min(text.length, 100) / 100;
}

/** Whether each word of a query begins a word of a text or a synonym. */
export function isBegun(query: string, text: string, synonyms: string): boolean {
  const plain = plainText(text);
  return wordsOf(query).every((word) => (worthOf(word, plain, synonyms, false) ?? 0) >= SYNONYM);
}

function worthOf(word: string, text: string, synonyms: string, isAbbreviable: boolean): number | null {
  if (text.startsWith(word)) return AT_START;
  const isInside = text.includes(word);
  if (isInside && wordStarts(text).some((start) => text.startsWith(word, start))) return AT_WORD;
  if (synonyms !== '' && wordsOf(synonyms).some((synonym) => synonym.startsWith(word))) return SYNONYM;
  if (isInside && word.length >= INSIDE_MIN) return INSIDE;
  return isAbbreviable && isAbbreviation(word, text) ? ABBREVIATION : null;
}

/** Whether a word is made of the beginnings of words that follow each other in the text. */
function isAbbreviation(word: string, text: string): boolean {
  if (word.length < 2) return false;
  const starts = wordStarts(text);
  /** How many of its letters the words up to the last one can give. */
  let given = new Set<number>();
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    const next = new Set<number>();
    for (const from of [0, ...given])
      for (let to = from + 1; to <= word.length && start + to - from <= end; to += 1) {
        if (word[to - 1] !== text[start + to - from - 1]) break;
        next.add(to);
      }
    if (next.has(word.length)) return true;
    given = next;
  }
  return false;
}

/** Where words begin. Chinese has no blanks: each of its signs begins one. */
function wordStarts(text: string): readonly number[] {
  return [...text.matchAll(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu)].map(({ index }) => index);
}

function wordsOf(query: string): readonly string[] {
  return plainText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Full-width letters, as a Chinese keyboard types them, count as the plain ones. */
function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
