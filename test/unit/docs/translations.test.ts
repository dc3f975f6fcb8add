import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const translations = globSync('docs/*.zh-CN.md', { cwd: projectFolder });
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

// The guide has examples in the words of each language.
const withOwnWords = ['user-guide.zh-CN.md'];

it.each(translations)('%s has the structure and the examples of its English page', (path) => {
  const [translated, english] = [path, path.replace('.zh-CN.md', '.md')].map((each) =>
    structureOf(read(each)),
  );
  expect(translated?.kinds).toEqual(english?.kinds);
  if (!withOwnWords.includes(basename(path))) expect(translated?.blocks).toEqual(english?.blocks);
});

it('each page says where its translation is', () => {
  for (const path of translations.filter((each) => !withOwnWords.includes(basename(each)))) {
    const english = path.replace('.zh-CN.md', '.md');
    expect(read(english)).toContain(`](${basename(path)})`);
    expect(read(path)).toContain(`](${basename(english)})`);
  }
});
