import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandList } from '#main/cli/commandList.ts';
import { parseCommand } from '#main/cli/parseCommand.ts';
import { divideArguments } from '#main/cli/words.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run } from '#scripts/lib/processes.ts';
import { needsPrograms } from '#scripts/vitest/needs.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import { z } from '#shared/zod.ts';
import { commandPagePath } from '#test/support/commandPages.ts';
import { blocksOf, type DocumentBlock, documentPages } from '#test/support/documentBlocks.ts';
import { type BlockProof, blockProofs, notRun, unproven } from './blockProofs.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

/** The first block of a command's page is its synopsis. */
const commandPages = new Set(commandList.map((command) => `docs/${commandPagePath(command, 'en')}`));
const blocks = documentPages.flatMap((page) => blocksOf(page).slice(commandPages.has(page) ? 1 : 0));

const isOf = ({ page, begins }: BlockProof, block: DocumentBlock) =>
  block.page === page && block.code.startsWith(begins);
const nameOf = ({ page, code }: DocumentBlock) => `${page}: ${code.split('\n', 1)[0]}`;

const withBlocks = blockProofs.map((proof) => ({
  ...proof,
  found: blocks.filter((block) => isOf(proof, block)),
}));

describe('the blocks of the documents', () => {
  it('are in the table, each once, and nothing else is', () => {
    expect(commandPages.size).toBe(commandList.length);
    const unlisted = blocks.filter((block) => !blockProofs.some((proof) => isOf(proof, block)));
    expect(unlisted.map(nameOf)).toEqual([]);
    const wrong = withBlocks.filter(({ found }) => found.length !== 1);
    expect(wrong.map(({ page, begins }) => `${page}: ${begins}`)).toEqual([]);
  });

  it('name a test that reads their document, or the reason why there is none', () => {
    for (const { page, begins, ranBy, check, why } of blockProofs) {
      const isRun = ranBy !== undefined;
      expect([isRun, why !== undefined], `${page}: ${begins}`).toEqual([isRun, !isRun]);
      if (!isRun) continue;
      expect(check, begins).toBeUndefined();
      const reads = existsSync(join(projectFolder, ranBy)) && read(ranBy).includes(basename(page));
      expect(reads, `${ranBy} reads ${page}`).toBe(true);
    }
  });

  it('that no test runs, or nothing checks, do not become more', () => {
    const left = blockProofs.filter(({ ranBy }) => ranBy === undefined);
    expect(left.length).toBe(notRun);
    expect(left.filter(({ check }) => check === undefined).length).toBe(unproven);
  });
});

/** The command lines of NotAfter in a script: at its beginning, after `|`, `&&`, `(`, a variable, a host or a path. */
const ownCommands =
  /(?<=^|[|&(]\s*|\b[A-Z_]+=\S+ |\bssh \S+ |\/usr\/bin\/|^\S+ \S+ \S+ \S+ \S+\s+)notafter (.*?)(?=$|\s+[#|>]|\s*&&|\)\s)/gmu;

/** What is wrong with the commands of NotAfter in a script. */
function wrongCommands(code: string): readonly string[] {
  const server = [...code.matchAll(/^node out\/server\/notafter-server\.js (.*)$/gmu)];
  const lines = [...code.matchAll(ownCommands), ...server].map(([, line = '']) => line);
  return lines.filter((line) => {
    const words = splitCommand(line, 'linux');
    const given = words.ok ? divideArguments(words.value).words : null;
    return given === null || !parseCommand(given).ok;
  });
}

const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
const sources = globSync(['scripts/**/*.{ts,mjs}', 'bench/**/*.ts', 'test/service/**/*.ts'], {
  cwd: projectFolder,
})
  .map(read)
  .join('\n');

/** The npm scripts, options, units and files of the project that a script names and that do not exist. */
function missingNames(code: string): readonly string[] {
  const lines = code.split('\n').map((line) => line.replace(/\s#.*$/u, ''));
  const npm = lines.flatMap((line) => [...line.matchAll(/\bnpm (?:run )?([\w:]+)(.*)$/gu)]);
  const named = npm.flatMap(([, name = '', rest = '']) => [
    ...(name in scripts ? [] : [name]),
    // Those of `npm test` are for Vitest.
    ...(name === 'test' ? [] : [...rest.matchAll(/\s--([a-z][\w-]*)/gu)])
      .map(([, option = '']) => option)
      .filter((option) => !new RegExp(`(?:--|['"])${option}\\b|\\b${option}: \\{`, 'u').test(sources)),
  ]);
  const units = [...code.matchAll(/\bnotafter[\w-]*\.(?:service|timer)\b/gu)].map(([unit]) => unit);
  const files = [...code.matchAll(/(?<=\s)(?:assets|docs|scripts)\/[\w./-]+/gu)].map(([path]) => path);
  const folder = 'assets/package/linux/systemd';
  return [
    ...named,
    ...units.filter(
      (unit) => ![folder, `${folder}/system`].some((at) => existsSync(join(projectFolder, at, unit))),
    ),
    ...files.filter((path) => !existsSync(join(projectFolder, path))),
  ];
}

const ofCheck = (begin: string) =>
  withBlocks.flatMap(({ check, found: [block] }) =>
    check?.startsWith(begin) && block !== undefined ? [{ ...block, check, name: nameOf(block) }] : [],
  );

describe('a script of the documents', () => {
  it.each(ofCheck('shell'))('$name: has commands, options and files that exist', ({ code }) => {
    expect([...wrongCommands(code), ...missingNames(code)]).toEqual([]);
  });

  it.each(ofCheck('shell'))('$name: is one for bash', needsPrograms, async ({ code }) => {
    const given = await run('bash', ['-n', '-c', code]);
    expect(given).toEqual({ code: 0, output: '' });
  });

  it('is refused if a command, an option, a script or a unit is wrong', () => {
    for (const line of [
      'notafter statsu',
      'A=1 notafter check -x 1',
      'pass show x | notafter add',
      '(notafter x)',
    ])
      expect(wrongCommands(`${line} # why\n`), line).toHaveLength(1);
    const names = 'npm run bench -- --faster\nnpm run tests\nsystemctl start notafter-checks.timer\n';
    expect(missingNames(names)).toEqual(['faster', 'tests', 'notafter-checks.timer']);
  });
});

it.each(ofCheck('crontab'))('$name: cron starts a command that exists', ({ code }) => {
  const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^(?:[\d*/,-]+\s+){5}notafter /u);
  expect(code.match(ownCommands)).toHaveLength(1);
  expect(wrongCommands(code)).toEqual([]);
});

it.each(ofCheck('schema:'))('$name: is by its schema', ({ code, check }) => {
  const schema = JSON.parse(read(`docs/schemas/${check.split(':')[1]}.json`));
  const { error } = z.fromJSONSchema(schema).safeParse(JSON.parse(code));
  expect(error?.issues ?? []).toEqual([]);
});
