/** What a word of the query is worth, by where it occurs. */
const AT_START = 100;
const AT_WORD = 60;
const INSIDE = 30;
const SCATTERED = 10;

/**
 * How well a query matches a text: the higher the better; `null` if one of its words does not occur. A word also matches
 * letters in the same order from the start of a word on: `cpo` finds "Customer portal".
 */
export function fuzzyScore(query: string, text: string): number | null {
  const lower = text.toLowerCase();
  let score = 0;
  for (const word of query.toLowerCase().split(/\s+/u)) {
    const worth = word === '' ? 0 : wordScore(word, lower);
    if (worth === null) return null;
    score += worth;
  }
  // Of equal matches the shorter text is meant.
  return score - Math.min(text.length, 100) / 100;
}

function wordScore(word: string, text: string): number | null {
  if (text.startsWith(word)) return AT_START;
  const at = text.indexOf(word);
  if (at < 0) return scatteredScore(word, text);
  return wordStarts(text).some((start) => text.startsWith(word, start)) ? AT_WORD : INSIDE;
}

/** For letters that follow each other in the text, the first at the start of a word: the more of them start words, the better. */
function scatteredScore(word: string, text: string): number | null {
  const [first = '', ...others] = word;
  const starts = wordStarts(text);
  const scores = starts
    .filter((start) => text.startsWith(first, start))
    .map((start) => {
      let [at, score] = [start, SCATTERED];
      for (const letter of others) {
        at = text.indexOf(letter, at + 1);
        if (at < 0) return null;
        if (starts.includes(at)) score += 1;
      }
      return score;
    })
    .filter((score) => score !== null);
  return scores.length === 0 ? null : Math.max(...scores);
}

function wordStarts(text: string): readonly number[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
}
