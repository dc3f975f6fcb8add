import { eachStep, inSlices } from '#main/platform/slices.ts';
import { cleanText } from '#shared/text.ts';
import type { CommandContext } from './context.ts';
import type { Paint, Style } from './terminalText.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** Minimum width when the column is cut, at least that of its title; `undefined`: never cut. */
  readonly min?: number;
  /** Order in which columns are dropped on a narrow terminal, highest first; `undefined`: never dropped. */
  readonly dropOrder?: number;
}

export interface Cell {
  readonly text: string;
  readonly style: Style;
}

const GAP = 2;

/** Drops empty columns, then cuts and drops others until the table fits, in slices. @param width `null`: unlimited */
export async function layOutTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number | null,
  paint: Paint,
): Promise<readonly string[]> {
  const cleaning = eachStep(rows, (row) => row.map(({ text, style }) => ({ text: cleanText(text), style })));
  const cells = await inSlices(cleaning);
  const titles = columns.map(({ title }) => title);
  const { textWidth, cutText, padText } = await measureOf([
    ...titles,
    ...cells.flatMap((row) => row.map(({ text }) => text)),
  ]);
  const titleWidths = titles.map((title) => textWidth(title));
  const measuring = eachStep(titleWidths, (titleWidth, index) => {
    const widest = cells.reduce((most, row) => Math.max(most, textWidth(row[index]?.text ?? '')), 0);
    return widest === 0 ? 0 : Math.max(widest, titleWidth);
  });
  const naturals = await inSlices(measuring);
  const shown = fitColumns(columns, titleWidths, naturals, width ?? Number.POSITIVE_INFINITY);
  const line = (texts: (index: number) => Cell) =>
    shown
      .map(({ index, width: columnWidth }, place) => {
        const { text, style } = texts(index);
        const cut = cutText(text, columnWidth);
        const align = columns[index]?.align ?? 'left';
        const isLast = place === shown.length - 1 && align === 'left';
        const padded = isLast ? cut : padText(cut, columnWidth, align);
        return padded.replace(cut, () => paint(style, cut));
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return [
    line((index) => ({ text: columns[index]?.title ?? '', style: 'dim' })),
    ...(await inSlices(
      eachStep(cells, (row) => line((index) => row[index] ?? { text: '', style: 'plain' })),
    )),
  ];
}

interface Shown {
  readonly index: number;
  readonly width: number;
}

function fitColumns(
  columns: readonly Column[],
  titleWidths: readonly number[],
  naturals: readonly number[],
  width: number,
): readonly Shown[] {
  let indexes = naturals.flatMap((natural, index) => (natural === 0 ? [] : [index]));
  for (;;) {
    const leasts = indexes.map((index) => {
      const { min = Number.POSITIVE_INFINITY } = columns[index] ?? {};
      return Math.min(naturals[index] ?? 0, Math.max(min, titleWidths[index] ?? 0));
    });
    const gaps = GAP * (indexes.length - 1);
    const droppable = indexes.filter((index) => columns[index]?.dropOrder !== undefined);
    if (sum(leasts) + gaps <= width || droppable.length === 0) {
      return widths(indexes, leasts, naturals, width - gaps);
    }
    const order = (index: number) => columns[index]?.dropOrder ?? 0;
    const dropped = droppable.reduce((one, other) => (order(other) > order(one) ? other : one));
    indexes = indexes.filter((index) => index !== dropped);
  }
}

/** Distributes the remaining width to the cut columns, left to right. */
function widths(
  indexes: readonly number[],
  leasts: readonly number[],
  naturals: readonly number[],
  room: number,
): readonly Shown[] {
  let over = Math.max(0, room - sum(leasts));
  return indexes.map((index, place) => {
    const least = leasts[place] ?? 0;
    const more = Math.min(over, (naturals[index] ?? 0) - least);
    over -= more;
    return { index, width: least + more };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Measures, cuts and pads texts for a terminal: `textWidth.ts`. */
type TextMeasure = Pick<typeof import('./textWidth.ts'), 'textWidth' | 'cutText' | 'padText'>;

/** Characters that have one column each wherever they are: ASCII, Latin letters, dashes, quotation marks and the ellipsis. */
const narrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2015\u2018-\u2027]*$/u;

/** For texts of such characters only. */
export const narrowMeasure: TextMeasure = {
  textWidth: (text) => text.length,
  cutText: (text, width) => (text.length <= width ? text : width < 1 ? '' : `${text.slice(0, width - 1)}…`),
  padText: (text, width, align = 'left') => (align === 'left' ? text.padEnd(width) : text.padStart(width)),
};

/** What measures these texts. Loading the tables of Unicode takes longer than a whole command without them. */
export async function measureOf(texts: readonly string[]): Promise<TextMeasure> {
  return texts.every((text) => narrow.test(text)) ? narrowMeasure : await import('./textWidth.ts');
}

/** A cell in the colour of the terminal. */
export function plain(text: string): Cell {
  return { text, style: 'plain' };
}

/** Prints a table that fits the terminal, for people. @param none told instead of a table without rows */
export async function sayTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { isJson, say, tell, paint, columns: width }: CommandContext,
  none: string | null = null,
): Promise<void> {
  if (isJson) return;
  if (none !== null && rows.length === 0) tell(none);
  else for (const line of await layOutTable(columns, rows, width, paint)) say(line);
}
