/** What cannot be seen, or not told from an ordinary space. */
const UNSEEN = /[\p{C}\p{Z}]/gu;

/** What is to be seen as it is without quotes. */
const PLAIN = /^[^\s"\p{C}\p{Z}]+$/u;

/**
 * Spells a command for a person who is to agree to it: the program and each argument on a line of its own, numbered.
 * What stands between quotes has `\` and `"` escaped, and characters that cannot be seen by their number; what stands
 * without is meant as it is.
 */
export function spellCommand(command: readonly string[]): string {
  return command.map((each, index) => `${index}: ${spell(each)}`).join('\n');
}

/** Spells one text as `spellCommand` does. */
export function spell(text: string): string {
  if (PLAIN.test(text)) return text;
  const escaped = text
    .replace(/["\\]/gu, '\\$&')
    .replace(UNSEEN, (unseen) => (unseen === ' ' ? unseen : `\\u{${unseen.codePointAt(0)?.toString(16)}}`));
  return `"${escaped}"`;
}
