import { fillMarked, markdownTable } from '#scripts/lib/markdown.ts';
import { type BenchRow, shown } from './figures.ts';

const marks = {
  begin: '<!-- Filled by npm run bench -- --markdown -->',
  end: '<!-- End of the table -->',
};

/** The document with the rows that have a goal as its table. Throws if it has no place for one. */
export function fillTable(document: string, rows: readonly BenchRow[]): string {
  const told = rows.filter(({ isMet }) => isMet !== null);
  const lines = told.map(({ name, value, unit, floor, ratio, goal, isMet }) => [
    `\`${name}\``,
    `${shown(value)} ${unit}`.trimEnd(),
    floor === null ? '–' : `${shown(floor)} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    goal ?? '–',
    isMet ? 'met' : '**missed**',
  ]);
  const head = ['figure', 'value', 'floor', 'ratio', 'goal', ''];
  return fillMarked(document, marks, markdownTable([head, ...lines]));
}
