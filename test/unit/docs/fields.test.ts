import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillMarked, markdownTable } from '#scripts/lib/markdown.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
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

/** The words of each page: those of its table, and whether events have a field. */
const pages = {
  en: {
    path: 'docs/fields.md',
    head: ['field', 'what it is', 'columns of CSV', 'columns of the report', 'in events'],
    yes: 'yes',
  },
  'zh-CN': {
    path: 'docs/fields.zh-CN.md',
    head: ['字段', '含义', 'CSV 的列', '报告的列', '事件中有'],
    yes: '是',
  },
} as const;

/** The titles of the columns of the report that show a field. */
function inReport(key: string, language: AppLanguage): string {
  const columns = (Object.keys(reportColumns) as ReportColumn[]).filter((column) =>
    reportColumns[column].some((one) => one === key),
  );
  const separator = language === 'en' ? ', ' : '、';
  return columns.map((column) => translatorOf(language)(`report.column.${column}`)).join(separator);
}

/** Words of the code, as they stand in a document. */
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** What a page says of each field. The code has that in English only: a translation is written in the page. */
function meaningsIn(document: string): ReadonlyMap<string, string> {
  return new Map(
    [...document.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gmu)].map(([, key = '', text = '']) => [key, text]),
  );
}

it.each(['en', 'zh-CN'] as const)(
  'the page of the fields has each with its meaning, its columns and its place in events: %s',
  async (language) => {
    const { path, head, yes } = pages[language];
    const file = join(projectFolder, path);
    const document = await readFile(file, 'utf8');
    const meanings = meaningsIn(document);
    const rows = orderKeys.map((key) => {
      const titles = csvColumns.filter(([, of]) => of === key).map(([title]) => title);
      const meaning = language === 'en' ? orderFields[key].about : (meanings.get(key) ?? '');
      const isInEvents = eventOrderKeys.some((one) => one === key);
      return [code([key]), meaning, code(titles), inReport(key, language), isInEvents ? yes : ''];
    });
    expect(rows.filter(([, meaning]) => meaning === '')).toEqual([]);
    await expect(fillMarked(document, marks, markdownTable([head, ...rows]))).toMatchFileSnapshot(file);
  },
);
