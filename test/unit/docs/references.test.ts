import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('every link from one document to another leads to a file', () => {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: projectFolder })];
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/gu)]
      .map(([, target = '']) => target)
      .filter((target) => !exists(join(path, '..', target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});
