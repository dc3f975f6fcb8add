import { fillMarked, markdownTable } from '#scripts/lib/markdown.ts';
import { type BenchRow, shown } from './figures.ts';

const marks = {
  begin: '<!-- Filled by npm run bench -- --markdown -->',
  end: '<!-- End of the table -->',
};

/**
 * The document with the rows as its table: those with a limit of their own, and peers. Throws if it has no place for one.
 */
export function fillTable(document: string, rows: readonly BenchRow[]): string {
  const told = rows.filter(({ name, isMet }) => isMet !== null || name.startsWith('peer-'));
  const lines = told.map(({ name, value, unit, floor, ratio, goal, isMet }) => [
    `\`${name}\``,
    `${shown(value)} ${unit}`.trimEnd(),
    floor === null ? '–' : `${shown(floor)} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    goal ?? '–',
    isMet === null ? '' : isMet ? 'met' : '**missed**',
  ]);
  const head = ['figure', 'value', 'floor', 'ratio', 'goal', ''];
  return fillMarked(document, marks, markdownTable([head, ...lines]));
}
