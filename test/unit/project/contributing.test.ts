import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const guide = read('CONTRIBUTING.md');

/** The project's files of these patterns, with `/` on each system. */
const filesOf = (patterns: string | readonly string[]) =>
  globSync(patterns, { cwd: projectFolder }).map((path) => path.replaceAll('\\', '/'));

/** What the program consists of, without the texts of the languages that a recipe is about. */
const sources = filesOf([
  '{main,renderer,shared}/**/*.{ts,tsx,html}',
  'electron-builder.yml',
  'assets/package/**/*.*',
  'scripts/systemPackages.ts',
  'scripts/{packaging,vitest}/**/*.ts',
  'docs/schemas/*.json',
  'docs/{user-guide,cli,privacy}*.md',
  'README*.md',
]);

/** The traces of an existing example, files with one that such a change leaves alone, and the most files of the product. The last may only fall. */
const recipes = [
  {
    title: 'Add a preset',
    most: 2,
    trace: /haproxy/iu,
    tests: ['scripts/vitest/*.ts', 'test/{unit,integration}/deployment/presets/*.ts'],
    // Those name examples, or deliver through it.
    others: ['README.md', 'README.zh-CN.md', 'scripts/systemPackages.ts'],
  },
  {
    title: 'Add a condition',
    most: 5,
    trace: /\bnotStapled\b/u,
    tests: ['test/unit/states/*.ts', 'test/unit/{alerting,cli,shared}/**/*.test.ts'],
    others: [],
  },
  {
    title: 'Add a field of an order',
    most: 8,
    // Where it is declared, filled and shown, not where something follows from it.
    trace:
      /lastConfirmedAt: (?:null|acceptedAt|order\.|'poll')|["`]lastConfirmedAt["`]|lastConfirmedAt \}: OrderRow|past\(row\.lastConfirmedAt|confirmed: '(?:Checked|上次检查)'/u,
    tests: ['docs/fields*.md'],
    // Those store it, or ask for it.
    others: [
      'main/orders/list/orderInput.ts',
      'main/orders/renewals/leadTimeCache.ts',
      'main/storage/orderRows.ts',
    ],
  },
  {
    title: 'Add a language',
    most: 18,
    trace: /\bzh\b|zh[-_](?:CN|Hans)|zhFirstRows/u,
    tests: 'test/unit/i18n/{catalogs,labelLengths,glossary}.test.ts',
    others: [],
  },
  {
    title: 'Add a probe protocol',
    most: 6,
    trace: /\bxmpp/iu,
    tests: 'test/unit/monitoring/**/*.ts',
    // A finding says what needs a key usage.
    others: ['shared/i18n/en/faults.ts', 'shared/i18n/zh-CN/faults.ts'],
  },
  {
    title: 'Add an alert channel',
    most: 5,
    trace: /\bAlertCommand\b|id: 'command'|\bcommandHint\b|alerts:setCommand|"command",\s+"webhook"/u,
    tests: 'test/{unit/alerting/events,integration/app}/alertCommand.test.ts',
    others: [],
  },
  {
    title: 'Add a command',
    most: 4,
    trace: /'metrics'|\bmetrics[:.,]|\bmetrics = |\brunMetrics\b|notafter metrics/u,
    tests: [
      'test/unit/cli/arguments.test.ts',
      'test/integration/reporting/metrics/*.ts',
      'test/packages/linuxPackages.test.ts',
    ],
    // A need of the tests has the same name.
    others: ['scripts/systemPackages.ts'],
  },
  {
    title: 'Add a setting',
    most: 5,
    trace: /\bmenuBarCount\b/u,
    tests: 'test/{unit,integration}/**/*.test.ts',
    others: [],
  },
  {
    title: 'Add an error',
    most: 4,
    trace: /\botherOrdersFile\b/u,
    tests: 'test/unit/{i18n,storage}/*.test.ts',
    // It occurs there.
    others: ['main/deployment/export/exportJob.ts'],
  },
  {
    title: 'Add a call',
    most: 2,
    trace: /'orders:annotate'/u,
    tests: 'test/integration/app/*.test.ts',
    // The form that makes the call.
    others: ['renderer/features/orders/details/AnnotationSection.tsx'],
  },
];

/** The paths in code marks below a heading. */
function pathsBelow(title: string): readonly string[] {
  const [, below = ''] = guide.split(`\n## ${title}\n`);
  const [text = ''] = below.split('\n## ');
  return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/gu)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.\w{2,4}$/u.test(path));
}

/** Whether a file has a trace, in code outside of comments. */
function hasTrace(path: string, trace: RegExp): boolean {
  const isCode = /\.tsx?$/u.test(path);
  return trace.test(isCode ? read(path).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '') : read(path));
}

describe.each(recipes)('the recipe “$title”', ({ title, most, trace, tests, others }) => {
  const named = pathsBelow(title);
  const product = [...new Set(named)].filter((path) => /^(?:main|renderer|shared)\//u.test(path));

  it('names files and folders that exist', () => {
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
  });

  it('names every file that an existing one touches', () => {
    const touched = [...sources, ...filesOf(tests)].filter(
      (path) => !others.some((other) => other === path) && hasTrace(path, trace),
    );
    expect(touched.length).toBeGreaterThan(2);
    const isNamed = (path: string) =>
      named.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name));
    expect(touched.filter((path) => !isNamed(path))).toEqual([]);
  });

  it('names no more files of the product than before', () => {
    expect(product.length).toBeLessThanOrEqual(most);
  });

  it('names no source that an existing one leaves alone', () => {
    const namedFiles = product.filter((path) => !path.endsWith('/'));
    expect(namedFiles.filter((path) => !hasTrace(path, trace))).toEqual([]);
  });
});

it('the two commands, and every other one in the guide, exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
  const commands = [...guide.matchAll(/npm (?:run )?([a-z:]+)/gu)].map(([, name = '']) => name);
  expect(commands.slice(0, 2)).toEqual(['demo', 'test']);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
