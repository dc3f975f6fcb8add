import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const exists = (path: string) => existsSync(join(projectFolder, path));

const source = globSync('{main,renderer,shared}/**/*.{ts,tsx}', { cwd: projectFolder }).map(read).join('\n');
const names = new Set(source.match(/[A-Za-z_$][\w$]*/gu));
const files = globSync('{main,renderer,shared,scripts,test,bench}/**/*.{ts,tsx,mjs}', {
  cwd: projectFolder,
}).map((path) => path.replaceAll('\\', '/'));

/** A term in code marks that is a name, a file or a folder of the project; `main/` may be left out. */
function isKnown(term: string): boolean {
  if (/^[A-Za-z_$][\w$]*$/u.test(term) && names.has(term)) return true;
  return exists(term) || exists(`main/${term}`) || files.some((path) => path.endsWith(`/${term}`));
}

it('the glossary names only code that exists', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => /^\|.*\|.*\|.*\|.*\|$/u.test(line));
  const cells = rows.map((row) => row.split('|').at(-2) ?? '');
  const terms = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, term = '']) => term));
  expect(terms.length).toBeGreaterThan(40);
  // What an export writes, not a file of the project.
  const written = new Set(['fullchain.pem']);
  expect(terms.filter((term) => !written.has(term) && !isKnown(term))).toEqual([]);
});

it('the architecture names only files, folders and classes that exist', () => {
  const prose = read('docs/architecture.md').replaceAll(/```[\s\S]*?```/gu, '');
  const terms = [...prose.matchAll(/`([^`\n]+)`/gu)].map(([, term = '']) => term);
  const concrete = terms.filter((term) =>
    /^[\w./-]+(\.(ts|tsx|mjs)|\/)$|^[A-Z]\w+$|^[\w-]+\/[\w./-]+$/u.test(term),
  );
  expect(concrete.length).toBeGreaterThan(40);
  const isFolder = (term: string) =>
    globSync(`{main,renderer,shared}/**/${term}`, { cwd: projectFolder }).length > 0;
  expect(concrete.filter((term) => !isKnown(term) && !isFolder(term.replace(/\/$/u, '')))).toEqual([]);
});

it('the decisions have one form, and no number twice', () => {
  const decisions = globSync('docs/adr/*.md', { cwd: projectFolder }).sort();
  const headings = decisions.map((path) => ({
    path,
    headings: read(path).match(/^## .*$/gmu),
  }));
  const form = ['## Status', '## Context', '## Decision', '## Consequences'];
  expect(headings.filter((each) => each.headings?.join() !== form.join())).toEqual([]);
  const numbers = decisions.map((path) => /(\d{4})-/u.exec(path)?.[1]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: projectFolder });

/** Of a picture: an animated one has several frames. */
const MOST_BYTES = 1_500_000;

/** The addresses of the headings of a document, as code hosts make them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = headingsOf(path).map(({ text }) => {
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

function headingsOf(path: string): readonly { readonly level: number; readonly text: string }[] {
  const prose = read(path).replaceAll(/```[\s\S]*?```/gu, '');
  return [...prose.matchAll(/^(#+) (.+)$/gmu)].map(([, { length: level } = '', text = '']) => ({
    level,
    text,
  }));
}

it('every link or picture in a document leads to a file and, after a "#", to a heading in it', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/gu)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? path : join(path, '..', target);
        return !exists(file) || (anchor !== undefined && !anchorsOf(file).has(anchor));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it.for(['README', 'docs/user-guide'])(
  '%s has the same parts in both languages, and leads to the other',
  (name) => {
    const english = `${name}.md`;
    const chinese = `${name}.zh-CN.md`;
    const levels = (path: string) => headingsOf(path).map(({ level }) => level);
    expect(levels(chinese)).toEqual(levels(english));
    const pictures = (path: string) => read(path).match(/!\[/gu)?.length;
    expect(pictures(chinese)).toBe(pictures(english));
    expect(read(chinese)).toContain(`](${basename(english)})`);
    expect(read(english)).toContain(`](${basename(chinese)})`);
  },
);

it('every picture of the documents is shown in one, and is small', () => {
  const text = documents.map(read).join('\n');
  const pictures = globSync('docs/screenshots/*', { cwd: projectFolder }).map((path) => basename(path));
  expect(pictures.length).toBeGreaterThan(8);
  expect(pictures.filter((name) => !text.includes(`screenshots/${name}`))).toEqual([]);
  const size = (name: string) => statSync(join(projectFolder, 'docs/screenshots', name)).size;
  expect(pictures.filter((name) => size(name) > MOST_BYTES)).toEqual([]);
});
