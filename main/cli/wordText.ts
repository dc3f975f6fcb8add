import { isPartOf, maskedWord } from '#shared/domain/rids.ts';
import { looksLikeToken } from '#shared/domain/tokenDecision.ts';
import { cleanText } from '#shared/text.ts';

/** Whether a word of a command line is a token, or looks like one. @param tokens those that are known */
export function mayBeToken(word: string, tokens: readonly string[] = []): boolean {
  return looksLikeToken(word.trim()) || tokens.some((token) => isPartOf(word, token));
}

/** A word of a command line as the answer shows it: what may be a token, by its end alone. */
export function wordText(word: string, tokens: readonly string[] = []): string {
  // The name of an option says what was meant; its value may be a token.
  const [option] = /^--[a-z-]{1,40}=/u.exec(word) ?? [''];
  if (option !== '') return `${option}${wordText(word.slice(option.length), tokens)}`;
  return mayBeToken(word, tokens) ? maskedWord(cleanText(word)) : cleanText(word);
}
