import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { en } from '#shared/i18n/en/index.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';

/** Documents that quote names of tests, columns of their own tables, or words to explain them, and no labels. */
const withoutLabels = ['security', 'glossary', 'calls', 'performance', 'systems', 'electron'];

/** What else is quoted: labels of other programs, values, and words that a document explains itself. */
const others = {
  en: [
    ...['Use KWallet for the Secret Service interface', 'Chromium Safe Storage', 'Developer ID Application'],
    ...['Unreleased', 'Production (EU)', 'has no readable dates', 'do not disturb'],
    // Texts that the code puts together.
    ...['2 d 23 h', "Not known: the revocation list can't be read"],
  ],
  zh: [
    ...['将 KWallet 用于 Secret Service 接口', 'Chromium Safe Storage'],
    ...['2 天 23 小时', '勿扰', '应用程序', '签名校验', '自定义关键词', 'Dashboards', 'Production (EU)'],
  ],
};

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

/** Whether texts have a label: a whole one or a part, also with values in place of the variables. */
function knownIn(catalog: unknown): (label: string) => boolean {
  const texts = textsIn(catalog);
  const together = texts.join('\n').toLowerCase();
  const patterns = texts
    .filter((text) => text.includes('{{'))
    .map((text) =>
      text.split(/\{\{[^}]*\}\}/u).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&')),
    )
    .filter((parts) => parts.join('').length > 8)
    .map((parts) => new RegExp(`^${parts.join('.+')}$`, 'u'));
  return (label) => together.includes(label.toLowerCase()) || patterns.some((pattern) => pattern.test(label));
}

const languages = [
  { name: 'en', isOf: (path: string) => !path.endsWith('.zh-CN.md'), known: knownIn(en), other: others.en },
  { name: 'zh', isOf: (path: string) => path.endsWith('.zh-CN.md'), known: knownIn(zhCN), other: others.zh },
] as const;

const documents = globSync(['README*.md', 'docs/*.md'], { cwd: projectFolder }).filter(
  (path) => !withoutLabels.some((name) => path.includes(`${name}.`)),
);

it.each(languages)('every label that a document quotes is in the texts: $name', ({ isOf, known, other }) => {
  const quoted = documents.filter(isOf).flatMap((path) => {
    const text = readFileSync(join(projectFolder, path), 'utf8');
    const prose = text.replaceAll(/```[\s\S]*?```/gu, '').replaceAll(/`[^`\n]*`/gu, '');
    return [...prose.matchAll(/"([^"\n]+)"|“([^”\n]+)”/gu)].map(([, straight, curly]) => ({
      path,
      label: (straight ?? curly ?? '').replace(/[,.。，…]$/u, ''),
    }));
  });
  expect(quoted.length).toBeGreaterThan(90);
  expect(other.filter((label) => !quoted.some((each) => each.label === label))).toEqual([]);
  const unknown = quoted.filter(({ label }) => !other.includes(label) && !known(label));
  expect(unknown.map(({ path, label }) => `${path}: ${label}`)).toEqual([]);
});
