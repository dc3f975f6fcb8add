import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillMarked, markdownTable } from '#scripts/lib/markdown.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import {
  csvColumns,
  eventOrderKeys,
  orderFields,
  orderKeys,
  type ReportColumn,
  reportColumns,
} from '#shared/domain/orderFields.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

const marks = {
  begin: '<!-- Filled by npm test -- unit fields -u -->',
  end: '<!-- End of the table -->',
};

/** The titles of the columns of the report that show a field. */
function inReport(key: string): string {
  const columns = (Object.keys(reportColumns) as ReportColumn[]).filter((column) =>
    reportColumns[column].some((one) => one === key),
  );
  return columns.map((column) => translatorOf('en')(`report.column.${column}`)).join(', ');
}

/** Words of the code, as they stand in a document. */
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

it('docs/fields.md has every field with its description, its columns and its place in events', async () => {
  const isInEvents = (key: string) => eventOrderKeys.some((one) => one === key);
  const rows = orderKeys.map((key) => {
    const titles = csvColumns.filter(([, of]) => of === key).map(([title]) => title);
    return [code([key]), orderFields[key].about, code(titles), inReport(key), isInEvents(key) ? 'yes' : ''];
  });
  const table = markdownTable([
    ['field', 'what it is', 'columns of CSV', 'columns of the report', 'in events'],
    ...rows,
  ]);
  const path = join(projectFolder, 'docs', 'fields.md');
  await expect(fillMarked(await readFile(path, 'utf8'), marks, table)).toMatchFileSnapshot(path);
});
