import { describe, expect, it } from 'vitest';
import { asksToShuffle, grouped, needsPage, shuffled } from '#scripts/vitest/fileOrder.ts';

const names = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? `page${index}` : `other${index}`));
const isPage = (name: string) => name.startsWith('page');

describe('the order of test files', () => {
  it('has the files with a page one after another, and keeps the order of each kind', () => {
    const [pages, others] = [names.filter(isPage), names.filter((name) => !isPage(name))];
    expect(grouped(names, isPage)).toEqual([...pages, ...others]);
    expect(grouped(names, isPage, 'others')).toEqual([...others, ...pages]);
  });

  it('knows a file with a page also if the words are not in its first line', () => {
    // In one piece, the words would give this file a page too.
    const mark = `// @vitest-environment ${'jsdom'}`;
    expect(needsPage(`${mark}\nimport 'a';`)).toBe(true);
    expect(needsPage(`import 'a';\n\n${mark}\n`)).toBe(true);
    expect(needsPage("import 'a';")).toBe(false);
  });

  it('is random by a seed, with every file once', () => {
    const one = shuffled(names, 1, (name) => name);
    expect(one).not.toEqual(names);
    expect(one.toSorted()).toEqual(names.toSorted());
    expect(shuffled(names.toReversed(), 1, (name) => name)).toEqual(one);
    expect(shuffled(names, 2, (name) => name)).not.toEqual(one);
  });

  it('is random if the command line asks for files, or for files and tests', () => {
    expect(asksToShuffle(['run', '--sequence.shuffle'])).toBe(true);
    expect(asksToShuffle(['run', '--sequence.shuffle.files=true'])).toBe(true);
    expect(asksToShuffle(['run', '--sequence.shuffle.tests'])).toBe(false);
    expect(asksToShuffle(['run'])).toBe(false);
  });
});
