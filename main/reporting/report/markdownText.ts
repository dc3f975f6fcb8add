import { shortName } from '#shared/text.ts';

/**
 * Text that no renderer of Markdown makes anything of: letters, digits and a little punctuation, without `www.` (a
 * link of GitHub Flavored Markdown), `GH-1` (an issue on GitHub) and what could be the id of a commit.
 */
const INERT = /^(?!.*(?:www\.|GH-\d|[0-9a-f]{7}))[\p{L}\p{M}\p{N}\p{Zs}.,()'’·–—…-]*$/iu;

/**
 * A name from outside in Markdown, on one line and at most `most` characters: plain text, or else inline code, in which
 * nothing is a link, a mention, an emoji or HTML. A backslash alone would not do: links and mentions are found in the
 * text that is left when the backslashes are gone.
 */
export function markdownName(text: string, most: number): string {
  const name = shortName(text, most);
  return INERT.test(name) ? name : codeSpan(name);
}

/** A table of GitHub Flavored Markdown. Cells are Markdown on one line. */
export function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Inline code (CommonMark, section 6.1), for a table: there a backslash before a bar is taken away. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${padding}${text.replace(/\\*\|/gu, barred)}${padding}${fence}`;
}

/** A bar and the backslashes before it, so that the bar ends no cell. */
function barred(bar: string): string {
  return `${'\\'.repeat(2 * (bar.length - 1))}\\|`;
}
