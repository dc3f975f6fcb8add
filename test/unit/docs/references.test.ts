import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const exists = (path: string) => existsSync(join(projectFolder, path));

const pathsOf = (pattern: string) =>
  globSync(pattern, { cwd: projectFolder }).map((path) => path.replaceAll('\\', '/'));

const source = pathsOf('{main,renderer,shared}/**/*.{ts,tsx}').map(read).join('\n');
const names = new Set(source.match(/[A-Za-z_$][\w$]*/gu));
const modules = pathsOf('{main,renderer,shared,scripts,test,bench}/**/*.{ts,tsx,mjs}');
const files = [...modules, ...pathsOf('{assets,docs,test}/**/*.{css,html,json,md,sh,yml}')];

/** Whether a path leads to a file or folder of the project. The folders above a file may be left out, and `main/`. */
function isPath(term: string): boolean {
  return exists(term) || exists(`main/${term}`) || files.some((path) => path.endsWith(`/${term}`));
}

/** A term in code marks that is a name, a file or a folder of the project. */
function isKnown(term: string): boolean {
  return (/^[A-Za-z_$][\w$]*$/u.test(term) && names.has(term)) || isPath(term);
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

/** Comments that begin a line, and those to its end. The `/**` of a path pattern is within a line. */
const COMMENT = /^[ \t]*\{?\/\*[\s\S]*?\*\/|(?<=^|[\s;,{)])\/\/ .*$/gmu;

/** A file with its ending, or a folder by its path. */
const PATH =
  /(?<![\w./*<{}-])(?:[\w./-]*\w\.(?:css|html|json|md|mjs|sh|tsx?|yml)\b|(?:bench|docs|main|renderer|scripts|shared|test)\/[\w/-]*\w(?![\w.*{-]))/gu;

/** A name in code marks, also of a member of something. */
const TERM = /`(#?[A-Za-z_$][\w$]*(?:\.#?[A-Za-z_$][\w$]*)*)(?:\(\))?`/gu;

const numberOf = (decision: string) => Number(/(\d{4})-/u.exec(decision)?.[1]);

/** What comments name of other programs and languages. */
const foreign = new Set([
  ...['SSL_CERT', 'SSL_MAX_CERT_LIST_DEFAULT', 'X509_supported_extension', 'toLegacyObject'],
  ...['DBusError', 'protected_symlinks', 'protected_regular', '$XDG_CONFIG_HOME', 'YYYYMMDDhhmmssZ'],
  ...['NewRequest', 'Encoder', 'BodyPublishers', 'ofInputStream'],
]);

it('comments name only files, folders, code and decisions that exist', () => {
  const texts = modules.map((path) => ({ path, text: read(path) }));
  const code = texts
    .filter(({ path }) => !path.endsWith('/references.test.ts'))
    .map(({ text }) => text.replaceAll(COMMENT, ''))
    .join('\n');
  const words = new Set([...(code.match(/[A-Za-z_$][\w$]*/gu) ?? []), ...foreign]);
  const decisions = new Set(pathsOf('docs/adr/[0-9]*.md').map(numberOf));
  // A file that the program reads or writes is named in its code.
  const isFile = (term: string) => isPath(term) || code.includes(term);
  const isCode = (term: string) => (term.match(/[A-Za-z_$][\w$]*/gu) ?? []).every((word) => words.has(word));
  const unknown: string[] = [];
  let count = 0;
  for (const { path, text } of texts) {
    for (const [comment] of text.matchAll(COMMENT)) {
      const prose = comment.replaceAll(/https?:\S+|\b\w+\.(?:com|org)\/\S+/gu, '');
      const paths = prose.match(PATH) ?? [];
      const terms = [...prose.matchAll(TERM)].map(([, term = '']) => term);
      const numbers = [...prose.matchAll(/\bADR (\d+)/gu)].map(([, digits]) => Number(digits));
      count += paths.length + terms.length + numbers.length;
      const wrong = [
        ...paths.filter((term) => !isFile(term)),
        ...terms.filter((term) => !isCode(term) && !isFile(term)),
        ...numbers.filter((number) => !decisions.has(number)),
      ];
      unknown.push(...wrong.map((term) => `${path}: ${term}`));
    }
  }
  expect(count).toBeGreaterThan(2000);
  expect(unknown).toEqual([]);
});

it('the decisions have one form, no number twice, and a reason for each number that is missing', () => {
  const decisions = globSync('docs/adr/[0-9]*.md', { cwd: projectFolder }).sort();
  const isSuperseded = (path: string) => /^# .+\n\nSuperseded by \[ADR \d+\]\(\S+\)\.\n$/u.test(read(path));
  const headings = decisions
    .filter((path) => !isSuperseded(path))
    .map((path) => ({ path, headings: read(path).match(/^## .*$/gmu) }));
  const form = '## Context,## Decision,## Consequences';
  const wrong = headings.filter((each) => each.headings?.join().replace('## Status,', '') !== form);
  expect(wrong).toEqual([]);
  const numbers = decisions.map(numberOf);
  expect(new Set(numbers).size).toBe(numbers.length);
  // The work of the newest ones may still go on.
  const settled = Array.from({ length: Math.max(...numbers) - 10 }, (_, index) => index + 1);
  const rows = [...read('docs/adr/README.md').matchAll(/^\| (\d+) \| \S/gmu)];
  expect(rows.map(([, digits]) => Number(digits))).toEqual(
    settled.filter((number) => !numbers.includes(number)),
  );
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

it('no document leads to a tag or a release that there is not', () => {
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\/(?:releases\/(?:tag|download)|compare|tree|blob|commits)\/v\d[^\s)]*/gu)].map(
      ([link]) => ({ path, link }),
    ),
  );
  // A release writes those of the changelog, of its own tag and the one before. These two were never tagged.
  expect(links.filter(({ path, link }) => path !== 'CHANGELOG.md' || /v0\.[23]\.0\b/u.test(link))).toEqual(
    [],
  );
});

it.for(['docs/user-guide.md', 'docs/user-guide.zh-CN.md'])('the contents of %s have every part', (path) => {
  const [contents = '', parts = ''] = read(path).split(/(?=^## )/mu, 2);
  expect(parts).not.toBe('');
  const listed = [...contents.matchAll(/^- \[(.+)\]\(#.+\)$/gmu)].map(([, title]) => title);
  const there = headingsOf(path).filter(({ level }) => level === 2);
  expect(listed).toEqual(there.map(({ text }) => text));
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
