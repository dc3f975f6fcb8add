import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const translations = ['README.zh-CN.md', ...globSync('docs/{,cli/}*.zh-CN.md', { cwd: projectFolder })];
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

const fence = /^```(\w*)\n([\s\S]*?)^```$/gmu;

/** What a page and its translation have in common: headings, tables, lists and pictures in their order, and all code blocks. */
function structureOf(page: string) {
  const kinds = page
    .replaceAll(fence, '```')
    .split('\n')
    .flatMap((line) => /^(#+ |\||- |\d+\. |!\[|```)/u.exec(line)?.[1] ?? []);
  const blocks = [...page.matchAll(fence)].map(([, language = '', code = '']) => ({ language, code }));
  return { kinds, blocks };
}

it.each(translations)('%s has the structure and the examples of its English page', (path) => {
  const [translated, english] = [path, path.replace('.zh-CN.md', '.md')].map((each) =>
    structureOf(read(each)),
  );
  expect(translated?.kinds).toEqual(english?.kinds);
  expect(translated?.blocks).toEqual(english?.blocks);
});

it('each page says where its translation is', () => {
  for (const path of translations) {
    const english = path.replace('.zh-CN.md', '.md');
    expect(read(english)).toContain(`](${basename(path)})`);
    expect(read(path)).toContain(`](${basename(english)})`);
  }
});

describe.each(['README.md', 'README.zh-CN.md'])('%s', (path) => {
  it('has one block with the two commands of a newcomer, after the clone that they need', () => {
    const { repository, scripts } = JSON.parse(read('package.json')) as {
      repository: { url: string };
      scripts: Record<string, string>;
    };
    const clone = `git clone ${repository.url.replace(/^git\+/u, '')}`;
    const folder = basename(repository.url, '.git');
    const code = `${clone}\ncd ${folder}\nnpm run demo\nnpm test\n`;
    expect(structureOf(read(path)).blocks).toContainEqual({ language: 'sh', code });
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
  });
});
