import { type BenchRow, shown } from './figures.ts';

const begin = '<!-- Filled by npm run bench -- --markdown -->';
const end = '<!-- End of the table -->';

/** The rows as a table in Markdown. */
function markdownTable(rows: readonly BenchRow[]): string {
  const lines = rows.map(({ name, value, unit, floor, ratio, goal, isMet }) => [
    `\`${name}\``,
    `${shown(value)} ${unit}`.trimEnd(),
    floor === null ? '–' : `${shown(floor)} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    goal ?? '–',
    isMet === null ? '' : isMet ? 'met' : '**missed**',
  ]);
  const head = ['figure', 'value', 'floor', 'ratio', 'goal', ''];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The document with the rows as its table. Throws if it has no place for one. */
export function fillTable(document: string, rows: readonly BenchRow[]): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no lines ${begin} and ${end}`);
  return `${document.slice(0, from)}${begin}\n\n${markdownTable(rows)}\n\n${document.slice(to)}`;
}
