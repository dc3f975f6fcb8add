import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const lockOf = (version: string) =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/thing': { version }, 'node_modules/extra': { optional: true } },
  });

/** A fake npm: records its arguments, then creates a node_modules with a Node. */
const fakeNpm = `
const { appendFileSync, mkdirSync, rmSync, symlinkSync } = require('node:fs');
appendFileSync('npm-calls.txt', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(7);
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/node/bin', { recursive: true });
symlinkSync(process.execPath, 'node_modules/node/bin/node');
`;

const command = `
console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH, node: process.argv0 }));
process.exit(Number(process.env.EXIT_CODE ?? 0));
`;

let project = '';

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'bootstrap-test-'));
  mkdirSync(join(project, 'scripts'));
  cpSync(join(projectFolder, 'scripts', 'bootstrap.mjs'), join(project, 'scripts', 'bootstrap.mjs'));
  writeFileSync(join(project, 'scripts', 'hello.ts'), command);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'package-lock.json'), lockOf('1.0.0'));
  mkdirSync(join(project, 'npm'));
  writeFileSync(join(project, 'npm', 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(project, 'npm', 'npm-cli.js'), fakeNpm);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const node = join(projectFolder, 'node_modules', 'node', 'bin', 'node');

function bootstrap(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(node, [join(project, 'scripts', 'bootstrap.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(project, 'npm', 'npm-cli.js'), ...env },
  });
}

function npmCalls(): readonly string[] {
  const file = join(project, 'npm-calls.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

it('runs npm ci without node_modules, and then the command with its arguments', () => {
  const { stdout, status } = bootstrap(['hello', 'a', '-b', 'c d']);
  expect(npmCalls()).toEqual([expect.stringMatching(/^ci /)]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').args).toEqual(['a', '-b', 'c d']);
});

it('puts the programs of node_modules first in PATH', () => {
  const { stdout } = bootstrap(['hello']);
  const { path } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(path.split(delimiter)[0]).toBe(join(project, 'node_modules', '.bin'));
});

it('does not install again with an unchanged lock file', () => {
  bootstrap(['hello']);
  bootstrap(['hello']);
  expect(npmCalls()).toHaveLength(1);
});

it('installs again when the lock file changed', () => {
  bootstrap(['hello']);
  writeFileSync(join(project, 'package-lock.json'), lockOf('1.0.1'));
  bootstrap(['hello']);
  expect(npmCalls()).toHaveLength(2);
});

it('installs again when node_modules was removed', () => {
  bootstrap(['hello']);
  rmSync(join(project, 'node_modules'), { recursive: true });
  bootstrap(['hello']);
  expect(npmCalls()).toHaveLength(2);
});

it.each([
  ['leaves node_modules alone when npm itself has already brought it in line', '1.0.1', 1],
  ['installs when what npm noted in node_modules is another version', '1.0.2', 2],
])('%s', (_name, installed, calls) => {
  bootstrap(['hello']);
  writeFileSync(join(project, 'package-lock.json'), lockOf('1.0.1'));
  const noted = { packages: { 'node_modules/thing': { version: installed } } };
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify(noted));
  bootstrap(['hello']);
  expect(npmCalls()).toHaveLength(calls);
});

it('returns the exit code of the command', () => {
  expect(bootstrap(['hello'], { EXIT_CODE: '3' }).status).toBe(3);
});

it('stops with a message if npm fails, and retries the next time', () => {
  const { status, stdout, stderr } = bootstrap(['hello'], { NPM_FAILS: '1' });
  expect(status).toBe(1);
  expect(stderr).toContain('npm ci failed');
  expect(stdout).not.toContain('args');
  bootstrap(['hello']);
  expect(npmCalls()).toHaveLength(2);
});

it.each(['', 'nothing', '../hello', 'lib/hello'])(
  'refuses the unknown command "%s" without installing',
  (name) => {
    const { status, stderr } = bootstrap([name]);
    expect(status).toBe(1);
    expect(stderr).toContain(`Unknown command "${name}"`);
    expect(npmCalls()).toEqual([]);
  },
);

it('explains in one sentence why a folder cannot be set up, without a stack trace', () => {
  rmSync(join(project, 'package-lock.json'));
  const { stderr, status } = bootstrap(['hello']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The set-up failed: ENOENT: .*package-lock\.json/);
  expect(stderr).toContain('Then run the command again.');
  expect(stderr).not.toContain('    at ');
});
