import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandAt, parseCommand } from '#main/cli/parseCommand.ts';
import { WORDS_MAX } from '#main/cli/protocol.ts';
import { ORDERS_MAX } from '#main/reporting/configuration/configurationSchema.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import { builtinPresetIds } from '#shared/domain/presets/presets.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { checkNames } from '#test/support/desktops/desktopProfile.ts';
import { gnome } from '#test/support/desktops/profiles/gnome.ts';
import { kdeWayland } from '#test/support/desktops/profiles/kdeWayland.ts';
import { kdeX11 } from '#test/support/desktops/profiles/kdeX11.ts';
import { sway } from '#test/support/desktops/profiles/sway.ts';
import { xfce } from '#test/support/desktops/profiles/xfce.ts';
import { documentPages } from '#test/support/documentBlocks.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** The cells of the table rows of a text, without the lines below headings. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gmu)]
    .map(([, row = '']) => row.split(' | '))
    .filter(([first = '']) => !first.startsWith('---'));

/** The part of a document below a heading. */
function partOf(path: string, heading: string): string {
  const [, part = ''] = read(path).split(`\n## ${heading}\n`);
  expect(part, heading).not.toBe('');
  return part.split('\n## ')[0] ?? '';
}

describe.each([
  ['README.md', 'docs/platforms.md', 'Desktops'],
  ['README.zh-CN.md', 'docs/platforms.zh-CN.md', '桌面'],
])('%s and %s', (readme, platforms, heading) => {
  const profiles = [xfce, kdeX11, kdeWayland, sway, gnome];

  it('name the desktops of the tests, and no other', () => {
    expect(readdirSync(join(projectFolder, 'test/desktops'))).toHaveLength(profiles.length);
    const [, ...columns] = rowsOf(partOf(platforms, heading))[0] ?? [];
    const latin = (name: string) => name.replaceAll('（', ' (').replaceAll('）', ')').replaceAll('、', ', ');
    expect(columns.map(latin)).toEqual(profiles.map(({ name }) => name));
    const products = [...new Set(profiles.map(({ name }) => name.split(/ \d/u)[0]))].toSorted();
    expect(products).toEqual(['GNOME', 'KDE Plasma', 'Sway', 'Xfce']);
    const [line = ''] = /^.*Debian 12 .*Electron.*$/mu.exec(read(readme)) ?? [];
    const named = ['Cinnamon', 'GNOME', 'KDE Plasma', 'LXQt', 'MATE', 'Sway', 'Xfce'];
    expect(named.filter((name) => line.includes(name))).toEqual(products);
  });

  it('have a row for each check of a desktop, of which only those without a way are not tried', () => {
    const [, ...rows] = rowsOf(partOf(platforms, heading));
    expect(rows).toHaveLength(checkNames.length);
    const withoutWay = profiles.map(({ notTried }) => Object.keys(notTried).length);
    const untried = profiles.map(
      (_profile, column) => rows.filter((row) => /not tried|未测试/u.test(row[column + 1] ?? '')).length,
    );
    expect(untried).toEqual(withoutWay);
  });

  it('have the defaults of the app', () => {
    const hours = { 6: /\bsix hours\b|每 6 小时/u }[defaultSettings.pollIntervalMinutes / 60];
    expect(read(readme)).toMatch(hours ?? /the default is another one/u);
    const [last, ...earlier] = defaultSettings.alertDays.toReversed();
    const [days, others] = [last, earlier.toReversed()];
    expect(read(readme)).toMatch(
      new RegExp(`${others.join(', ')} and ${days} days|${others.join('、')} 和 ${days} 天`, 'u'),
    );
  });

  it('name every kind of preset that servers have', () => {
    const t = translatorOf('en');
    const [line = ''] = /^3\. .*$/mu.exec(read(readme)) ?? [];
    const known = builtinPresetIds.map((id) => t(`presets.names.${id}`)).join('\n');
    const named = line.match(/nginx|Apache|HAProxy|Tomcat|IIS|Node\.js|Kubernetes|PKCS#8|DER|PKCS#7/gu) ?? [];
    expect(named).toHaveLength(10);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('the documents have the versions of Node that the project has', () => {
  const least = /\d+/u.exec(manifest.engines.node)?.[0];
  for (const path of ['README.md', 'CONTRIBUTING.md']) expect(read(path)).toContain(`Node ${least} or newer`);
  expect(read('README.zh-CN.md')).toContain(`Node ${least}`);
  const packed = manifest.devDependencies.node.split('.')[0];
  for (const path of ['docs/cli.md', 'docs/cli.zh-CN.md'])
    expect(read(path)).toMatch(new RegExp(`Node(?:\\.js)? ${packed}\\b`, 'u'));
});

it('the documents have the version of Wine that the tests for Windows have', () => {
  const pinned = globSync('scripts/windows/*.ts', { cwd: projectFolder }).map(read).join('\n');
  const [, version = '', major] = /\bWine ((\d+)[\w.~-]+)/u.exec(read('docs/systems.md')) ?? [];
  expect(pinned).toContain(version);
  for (const path of ['docs/platforms.md', 'docs/platforms.zh-CN.md'])
    expect(read(path)).toMatch(new RegExp(`\\[Wine\\]\\([^)]+\\) ${major} `, 'u'));
});

const unit = read('assets/package/linux/systemd/system/notafter.service');

it.each([
  [
    'docs/server.md',
    /after (\d+) minutes without a sign of life/u,
    /^WatchdogSec=(\d+)min$/mu.exec(unit)?.[1],
  ],
  [
    'docs/server.md',
    /The user has the number (\d+)/u,
    /^USER (\d+):/mu.exec(read('assets/package/container/Containerfile'))?.[1],
  ],
  ['docs/receiver.md', /127\.0\.0\.1:(\d+)\/your-path/u, defaultReceiverConfig.port],
  ['docs/cli.md', /up to ([\d,]+) words/u, WORDS_MAX],
  ['docs/cli/config-import.md', /([\d,]+) orders and/u, ORDERS_MAX],
])('%s has the number of the code: %s', (path, pattern, number) => {
  expect(pattern.exec(read(path))?.[1]?.replaceAll(',', '')).toBe(String(number));
});

describe('the table of docs/performance.md', () => {
  const page = 'docs/performance.md';
  const rows = rowsOf(partOf(page, 'Results')).slice(1);
  const numberIn = (cell: string) => Number(/[\d.]+/u.exec(cell)?.[0]);

  it('has ratios of its values and floors, and says rightly whether each goal is met', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const [name = '', value = '', floor = '', ratio = '', goal = '', met = ''] of rows) {
      const exact = numberIn(value) / numberIn(floor);
      // All three are rounded.
      if (floor !== '–') expect(Math.abs(numberIn(ratio) - exact), name).toBeLessThan(0.006 + exact / 100);
      if (goal === '–') continue;
      const [, sign, limit, unit] = /^<= (\+?)([\d.]+)(x?)/u.exec(goal) ?? [];
      const taken = unit === 'x' ? numberIn(ratio) : numberIn(value) - (sign === '+' ? numberIn(floor) : 0);
      expect(met.trim(), name).toBe(taken <= Number(limit) ? 'met' : '**missed**');
    }
  });

  it('has only figures that a bench takes, and these say how', () => {
    const sources = globSync('bench/**/*.ts', { cwd: projectFolder }).map(read).join('\n');
    const explained = partOf(page, 'How each figure is taken');
    for (const [cell = ''] of rows) {
      const name = cell.replaceAll('`', '');
      const parts = name.split('-');
      const begins = parts.map((_part, at) => parts.slice(0, at + 1).join('-'));
      expect(
        begins.some((begin) => sources.includes(begin)),
        name,
      ).toBe(true);
      expect(
        begins.some((begin) => explained.includes(`\`${begin}`)),
        name,
      ).toBe(true);
    }
  });

  it('has goals that a bench has', () => {
    const sources = globSync('bench/**/*.ts', { cwd: projectFolder }).map(read).join('\n');
    for (const [name = '', , , , goal = ''] of rows) {
      const [, limit = ''] = /([\d.]+)/u.exec(goal) ?? [];
      if (goal !== '–')
        expect(sources, name).toMatch(new RegExp(`\\b${limit.replaceAll('.', '\\.')}\\b`, 'u'));
    }
  });
});

/** What is in code marks in the running text of the documents. */
const allPages = documentPages
  .flatMap((path) => [path, path.replace(/md$/u, 'zh-CN.md')])
  .filter((path) => existsSync(join(projectFolder, path)));
const terms = allPages.flatMap((path) =>
  [
    ...read(path)
      .replaceAll(/^```[\s\S]*?^```$/gmu, '')
      .matchAll(/`([^`\n]+)`/gu),
  ].map(([, term = '']) => ({ path, term })),
);

it('every command of NotAfter in the text exists, with its options', () => {
  const commands = terms
    .flatMap(({ path, term }) => term.split(/; | \|\| | && /u).map((part) => ({ path, term: part })))
    .filter(({ term }) => term.startsWith('notafter '));
  expect(commands.length).toBeGreaterThan(80);
  const wrong = commands.filter(({ term }) => {
    const words = splitCommand(term.replace(/ [>|].*$/u, ''), 'linux');
    if (!words.ok) return true;
    const [, ...given] = words.value;
    const command = commandAt(given);
    const known = new Set([...(command?.options.map(({ name }) => name) ?? []), 'help']);
    const options = given.flatMap((word) => /^--([a-z][\w-]*)/u.exec(word)?.[1] ?? []);
    return command === null ? !parseCommand(given).ok : options.some((option) => !known.has(option));
  });
  expect(wrong).toEqual([]);
});

it('every npm script and every file of the project in the text exists', () => {
  const scripts = terms.filter(
    ({ term }) => /^npm (?:run )?[\w:]+(?: |$)/u.test(term) && !term.includes('<name>'),
  );
  expect(scripts.length).toBeGreaterThan(30);
  const own = new Set([...Object.keys(manifest.scripts), 'audit', 'install', 'outdated', 'sbom', 'view']);
  const missing = scripts.filter(({ term }) => !own.has(/^npm (?:run )?([\w:]+)/u.exec(term)?.[1] ?? ''));
  expect(missing).toEqual([]);
  const files = terms.filter(({ term }) =>
    /^(?:assets|bench|client|docs|main|renderer|scripts|shared|test)\/[\w./-]+\.\w+$/u.test(term),
  );
  expect(files.length).toBeGreaterThan(100);
  // A file of Electron's source.
  const others = new Set(['docs/breaking-changes.md']);
  const absent = files.filter(({ term }) => !others.has(term) && !existsSync(join(projectFolder, term)));
  expect(absent).toEqual([]);
});
