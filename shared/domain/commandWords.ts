import { err, ok, type Result } from '#shared/result.ts';

/**
 * Splits a command line into words, as a shell does: spaces separate, 'single' and "double" quotes keep together. Nothing is
 * expanded. A backslash escapes the next character; within double quotes only a quotation mark or a backslash, within
 * single quotes nothing, and on Windows, where it is part of paths, only a double quotation mark.
 * @param platform as `process.platform`
 * @returns the words, empty for a blank line; or `unclosedQuote`
 */
export function splitCommand(line: string, platform: string): Result<readonly string[], 'unclosedQuote'> {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === '\\' && quote !== "'" && isEscaped(next, quote, platform)) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (!/\s/u.test(char)) word = (word ?? '') + char;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (quote !== '') return err('unclosedQuote');
  return ok(word === null ? words : [...words, word]);
}

function isEscaped(next: string, quote: string, platform: string): boolean {
  if (next === '') return false;
  if (platform === 'win32') return next === '"';
  return quote === '' || next === '"' || next === '\\';
}

/** Writes words as a line that `splitCommand` splits into the same words. */
export function joinCommand(words: readonly string[], platform: string): string {
  return words.map((word) => quoted(word, platform)).join(' ');
}

function quoted(word: string, platform: string): string {
  if (platform !== 'win32')
    return /^[^\s"'\\]+$/u.test(word) ? word : `"${word.replace(/["\\]/gu, String.raw`\$&`)}"`;
  if (/^[^\s"']+$/u.test(word)) return word;
  if (!word.includes('"') && !word.endsWith('\\')) return `"${word}"`;
  const parts = word.split(/('+)/u).filter((part) => part !== '');
  return parts.map((part) => (part.startsWith("'") ? `"${part}"` : `'${part}'`)).join('');
}
