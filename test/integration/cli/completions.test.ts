import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Shell, shells } from '#main/cli/command.ts';
import { commandList } from '#main/cli/commandList.ts';
import { completionScript } from '#main/cli/completions.ts';
import { manualPage } from '#scripts/packaging/manualPage.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { blockWith } from '#test/support/documentBlocks.ts';

const english = translatorOf('en');

const firstWords = [...new Set(commandList.map(({ name }) => name.split(' ')[0]))].toSorted();

/** A folder with the script, two folders, of which one has a command as its name, and a file. */
function folderWith(shell: Shell, t = english) {
  const folder = temporaryFolder();
  for (const name of ['tls one', "tls$(touch hit)'"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'tls.txt'), '');
  const script = join(folder, '_notafter');
  writeFileSync(script, completionScript(shell, commandList, t));
  return { folder, script };
}

const lines = (output: string) => output.split('\n').filter((line) => line !== '');

/** What bash offers for words, of which the last is being typed. */
function bash(...words: readonly string[]): readonly string[] {
  const { folder, script } = folderWith('bash');
  const program = `set -eu
    source "$0"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    # It works only while a line is edited.
    compopt() { :; }
    _notafter
    printf '%s\\n' "\${COMPREPLY[@]-}"`;
  const args = ['-c', program, script, 'notafter', ...words];
  const offered = lines(execFileSync('bash', args, { cwd: folder, encoding: 'utf8' })).toSorted();
  expect(readdirSync(folder)).not.toContain('hit');
  return offered;
}

/** What fish offers for a line, without the descriptions. */
function fish(line: string, t = english, name = 'notafter'): readonly string[] {
  const { folder, script } = folderWith('fish', t);
  const program = 'source $argv[1]; complete -C $argv[2]';
  const args = ['--no-config', '-c', program, script, `${name} ${line}`];
  const offered = lines(execFileSync('fish', args, { cwd: folder, encoding: 'utf8' }));
  expect(readdirSync(folder)).not.toContain('hit');
  return offered.map((each) => each.split('\t')[0] ?? '').toSorted();
}

/** What a line becomes in an interactive zsh that completes it once. */
function zsh(line: string, name = 'notafter'): string {
  const { folder } = folderWith('zsh');
  const program = `
    zmodload zsh/zpty
    zpty shell 'TERM=dumb zsh -f -i'
    zpty -w shell 'PS1=; fpath=("$PWD" $fpath); autoload -Uz compinit; compinit -u -D
      show() { zle expand-or-complete; print -r -- "<$BUFFER>"; exit }
      zle -N show; bindkey "^T" show; print ready-$((1 + 1))'
    zpty -r -m shell text '*ready-2*'
    zpty -w -n shell "$2 $1"$'\\x14'
    zpty -r -m shell text '*<*>*'
    print -r -- "$text"`;
  const args = ['-f', '-c', program, 'zsh', line, name];
  const shown = execFileSync('zsh', args, { cwd: folder, encoding: 'utf8', timeout: 20_000 });
  return new RegExp(`<${name} (.*)>`, 'u').exec(shown)?.[1] ?? shown;
}

/** How each shell says that it completes the command, after what its users are told to do. */
const documented = {
  bash: { args: ['--norc', '-c'], before: '', after: 'complete -p notafter' },
  zsh: {
    args: ['-f', '-c'],
    before: 'autoload -Uz compinit; compinit -u -D',
    after: 'print $_comps[notafter]',
  },
  fish: { args: ['-c'], before: 'mkdir -p ~/.config/fish/completions', after: 'complete -C "notafter st"' },
} as const;

it.each(shells)('%s completes after the line of docs/cli.md', (shell) => {
  const { folder, script } = folderWith(shell);
  const command = join(folder, 'notafter');
  writeFileSync(command, `#!/bin/sh\n[ "$*" = 'completion ${shell}' ] && exec cat '${script}'\n`);
  chmodSync(command, 0o755);
  const block = blockWith('docs/cli.md', `notafter completion ${shell}`).split('\n');
  const line = block.find((each) => each.includes(`completion ${shell}`)) ?? '';
  const { args, before, after } = documented[shell];
  const env = { HOME: folder, PATH: `${folder}:/usr/bin:/bin`, LANG: 'C.UTF-8' };
  const said = execFileSync(shell, [...args, [before, line, after].join('\n')], { env, encoding: 'utf8' });
  expect(said).toMatch(shell === 'fish' ? /^status\t/u : /\b_notafter\b/u);
});

describe('bash', () => {
  it('completes commands, options and values', () => {
    expect(bash('')).toEqual([...firstWords, '--help', '--version'].toSorted());
    expect(bash('st')).toEqual(['status']);
    expect(bash('status', '--j')).toEqual(['--json']);
    expect(bash('status', 'shop', '--')).toEqual(['--fail-within', '--help', '--json']);
    expect(bash('export', '--preset', 'ngi')).toEqual(['nginx']);
    expect(bash('export', '--preset', '=', 'ngi')).toEqual(['nginx']);
    expect(bash('completion', '')).toEqual([...shells].toSorted());
    expect(bash('status', '--fail-within', '')).toEqual([]);
    expect(bash('status', '')).toEqual([]);
  });

  it('completes paths, and runs nothing that a path contains', () => {
    const folders = ["tls$(touch hit)'", 'tls one'].toSorted();
    expect(bash('export', '--to', 'tl')).toEqual(folders);
    expect(bash('export', '--passphrase-file', 'tl')).toEqual([...folders, 'tls.txt'].toSorted());
    expect(bash('config', 'import', 'tl')).toEqual([...folders, 'tls.txt'].toSorted());
    expect(bash('config', 'import', '--yes', 'tls.')).toEqual(['tls.txt']);
    expect(bash('config', 'export', 'tl')).toEqual([]);
    expect(bash('export', '--to', "tls$(touch hit)'")).toEqual(["tls$(touch hit)'"]);
    expect(bash('$(touch hit)', '`touch hit`', '--')).toEqual([]);
  });
});

describe('fish', () => {
  it('completes commands, options and values', () => {
    expect(fish('')).toEqual(firstWords);
    expect(fish('st')).toEqual(['status']);
    expect(fish('status shop --')).toEqual(['--fail-within', '--help', '--json']);
    expect(fish('check -')).toEqual(expect.arrayContaining(['-w', '--warning']));
    expect(fish('export --preset ngi')).toEqual(['nginx']);
    expect(fish('completion ')).toEqual([...shells].toSorted());
    expect(fish('status ')).toEqual([]);
  });

  it('completes paths, and runs nothing that a path contains', () => {
    expect(fish('export --to tl')).toHaveLength(2);
    expect(fish('export --passphrase-file tl')).toHaveLength(3);
    expect(fish('config import tl')).toHaveLength(3);
    expect(fish('config import --yes tls.')).toEqual(['tls.txt']);
    expect(fish('config export tl')).toEqual([]);
  });

  it('has descriptions in the language of the user', () => {
    expect(fish('st', translatorOf('zh-CN'))).toEqual(['status']);
  });
});

describe('zsh', () => {
  it.each([
    ['recei', 'receive '],
    ['status --js', 'status --json '],
    ['sync shop --js', 'sync shop --json '],
    ['check --warn', 'check --warning='],
    ['export --preset=ngi', 'export --preset=nginx '],
    ['export shop --to tls\\ o', 'export shop --to tls\\ one/'],
    ['completion f', 'completion fish '],
    ['config import tls.', 'config import tls.txt '],
    ['config import --yes tls\\ o', 'config import --yes tls\\ one/'],
    ['config import --dry', 'config import --dry-run '],
  ])('completes "%s" to "%s"', (line, completed) => {
    expect(zsh(line)).toBe(completed);
  });
});

it('the second name of the command, notafter-server, is completed as the first', () => {
  const { script } = folderWith('bash');
  const program = 'source "$0"; complete -p notafter-server';
  expect(execFileSync('bash', ['-c', program, script], { encoding: 'utf8' })).toBe(
    'complete -F _notafter notafter-server\n',
  );
  expect(fish('st', english, 'notafter-server')).toEqual(['status']);
  expect(zsh('status --js', 'notafter-server')).toBe('status --json ');
});

describe('the manual page', () => {
  it('has no warning of man and mandoc, and all commands and options', () => {
    const file = join(temporaryFolder(), 'notafter.1');
    writeFileSync(file, manualPage(english, { version: '0.1.0', date: '2026-11-23' }));
    expect(execFileSync('mandoc', ['-Tlint', file], { encoding: 'utf8' })).toBe('');
    const env = { ...process.env, MANPAGER: 'cat', MANWIDTH: '200', LC_ALL: 'C.UTF-8' };
    // What is written to standard error is a warning.
    const merged = ['-c', 'man --warnings -l "$1" 2>&1', 'sh', file];
    const text = execFileSync('sh', merged, { env, encoding: 'utf8' });
    expect(text).not.toMatch(/warning:|<standard input>/u);
    for (const { name, options } of commandList) {
      expect(text).toContain(`notafter ${name}`);
      for (const option of options) expect(text).toContain(`--${option.name}`);
    }
    expect(text).toContain('Writes the files of orders');
    for (const word of ['--help', '--version', 'CREDENTIALS_DIRECTORY', 'NO_COLOR', 'notafter.db'])
      expect(text).toContain(word);
  });
});
