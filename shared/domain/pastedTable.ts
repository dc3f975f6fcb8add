import { isHost, looksLikeToken } from './tokenDecision.ts';

const DELIMITERS = ['\t', '|', ';', ','] as const;
const HEADINGS = /^(?:rids?|order ?ids?|订单(?:号|编号| ?id)?)$/iu;
/** Cells below such a heading are secrets. */
const SECRET_HEADINGS = /token|secret|password|令牌|密钥|密码|^(?:api ?)?key$/iu;
/** A Markdown line between the heading and the rows. */
const RULE = /^[\s|:+-]+$/u;
/** A cell that can be an identifier: no spaces, and not a word, a date or a host name. */
const IDENTIFIER = /^(?=[\w-]{6,64}$)(?=.*\d|.*[a-z].*[A-Z]|.*[A-Z].*[a-z])(?!\d{4}-\d\d)/u;

export interface PastedColumn {
  /** The cells of the column that holds the rids, then all lines outside the table. */
  readonly lines: readonly string[];
  /** The cells alone. */
  readonly cells: readonly string[];
  /** The cells of columns whose headings call them tokens. */
  readonly secrets: readonly string[];
  /** The column's heading, or its first cell. */
  readonly heading: string;
}

/**
 * Finds the column of rids in a pasted table: the one whose heading says so; in a table with tabs and no such heading, the
 * only one whose cells are all different identifiers. `null`: this is no table, or no column stands out.
 */
export function ridColumn(text: string): PastedColumn | null {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '' && !RULE.test(line));
  return byHeading(lines) ?? byContent(lines);
}

function byHeading(lines: readonly string[]): PastedColumn | null {
  for (const [row, line] of lines.entries()) {
    for (const delimiter of DELIMITERS) {
      const cells = cellsOf(line, delimiter);
      const column = cells.findIndex((cell) => HEADINGS.test(cell));
      if (cells.length < 2 || column === -1) continue;
      const secrets: string[] = [];
      const below = lines.slice(row + 1).map((each) => {
        const own = cellsOf(each, delimiter);
        if (own.length !== cells.length) return { line: each };
        secrets.push(...own.filter((_, index) => SECRET_HEADINGS.test(cells[index] ?? '')));
        return { cell: own[column] ?? '' };
      });
      if (!below.some((each) => 'cell' in each)) continue;
      return {
        heading: cells[column] ?? '',
        lines: [...below.map(({ cell, line = '' }) => cell ?? line), ...lines.slice(0, row)],
        secrets,
        cells: below.flatMap(({ cell }) => cell ?? []),
      };
    }
  }
  return null;
}

function byContent(lines: readonly string[]): PastedColumn | null {
  const rows = lines.map((line) => cellsOf(line, '\t'));
  const [first = []] = rows;
  if (rows.length < 2 || first.length < 2 || rows.some((cells) => cells.length !== first.length)) return null;
  const columns = first.map((_, index) => rows.map((cells) => cells[index] ?? ''));
  const fitting = columns.filter(
    (cells) => cells.every((cell) => IDENTIFIER.test(cell)) && new Set(cells).size === cells.length,
  );
  const [column] = fitting;
  if (column === undefined || fitting.length > 1) return null;
  return { lines: column, cells: column, secrets: [], heading: column[0] ?? '' };
}

/** A rid beside its name: long, with a digit, and no date. */
const LONG_RID = /^(?=\D*\d)(?!\d{4}-\d\d)[\w-]{6,200}$/u;
/** One that only its place in every line tells. */
const SHORT_RID = /^(?=\D*\d)(?!\d{4}-\d\d)(?=[\d_-]*[A-Za-z])[\w-]{2,200}$/u;
/** A word of a name. One with digits and letters may be a rid. */
const NAME_WORD = /^(?:[\p{L}\p{M}\p{Pd}&+.'’()（）/]+|\d{1,4}|\d{4}-\d\d-\d\d)$/u;

/**
 * Takes the names out of several lines such as `Web shop of Berlin k7Qm2VxT`, or with the rid first. One line alone may be a
 * list of rids.
 * @param isRid whether the text calls a word a rid @param mayHaveHosts whether a host name may be part of a name
 */
export function withoutLineNames(
  text: string,
  isRid: (word: string) => boolean,
  mayHaveHosts: boolean,
): { readonly text: string; readonly names: readonly string[] } {
  const isName = (word: string) =>
    !isRid(word) &&
    !looksLikeToken(word) &&
    (NAME_WORD.test(word) || (mayHaveHosts && isHost(word.replace(/^\*\./u, ''))));
  const lines = text.split(/\r?\n/u);
  const full = lines.filter((line) => line.trim() !== '');
  if (full.length < 2) return { text, names: [] };
  const alike = full.map((line) => splitName(line, SHORT_RID, isName)?.line ?? null);
  const areAllNamed = !alike.includes(null) && new Set(alike).size === full.length;
  const named = lines.map((line) => splitName(line, areAllNamed ? SHORT_RID : LONG_RID, isName));
  const names = named.flatMap((each) => each?.name ?? []);
  if (names.length < 2) return { text, names: [] };
  return { text: lines.map((line, index) => named[index]?.line ?? line).join('\n'), names };
}

function splitName(line: string, rid: RegExp, isName: (word: string) => boolean) {
  const words = line.trim().split(/\s+/u);
  const isAtEnd = rid.test(words.at(-1) ?? '');
  const name = isAtEnd ? words.slice(0, -1) : words.slice(1);
  const found = (isAtEnd ? words.at(-1) : words[0]) ?? '';
  const hasLetters = name.some((word) => /\p{L}/u.test(word));
  return hasLetters && rid.test(found) && name.every(isName) ? { line: found, name: name.join(' ') } : null;
}

/** The cells of a line; the edges of a Markdown line are no cells. */
function cellsOf(line: string, delimiter: string): string[] {
  const inner = delimiter === '|' ? line.trim().replace(/^\||\|$/gu, '') : line;
  return inner.split(delimiter).map((cell) => cell.trim().replace(/^["'`]|["'`]$/gu, ''));
}
