import { describe, expect, it } from 'vitest';
import { parseCommand } from '#main/cli/parseCommand.ts';
import { divideArguments, isForMonitoring } from '#main/cli/words.ts';
import { parseDuration } from '#shared/domain/durations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';

/** The name of a command with what is given to it; of help and version the names that they are about. */
function parseWords(words: readonly string[]) {
  const line = parseCommand(words);
  if (!line.ok) return line;
  if (line.value.kind !== 'run')
    return ok({ name: line.value.kind, of: line.value.of.map(({ name }) => name) });
  const { command, words: operands, options } = line.value.parsed;
  return ok({ name: command.name, words: operands, ...options });
}

const parse = (line: string) => parseWords(line.split(' '));
const problem = (line: string) => {
  const given = parse(line);
  return given.ok ? null : given.error;
};

/** A command that is to run; `null`: the line asks for something else. */
const parsed = (line: string) => {
  const read = parseCommand(line.split(' '));
  return read.ok && read.value.kind === 'run' ? read.value.parsed : null;
};

describe('the arguments of a start', () => {
  it.each([
    [[]],
    [['--hidden']],
    [['--disable-gpu', '--lang=zh-CN']],
    [['/home/me/file.pem']],
    [['C:\\file.pem']],
    [['https://example.com']],
    [['-psn_0_12345']],
    [['-NSDocumentRevisionsDebugMode', 'YES']],
    [['']],
  ])('are empty for an ordinary start: %j', (args) => {
    expect(divideArguments(args).words).toBeNull();
  });

  it('are a command, starting at its name, after switches of Chromium', () => {
    const words = (...args: string[]) => divideArguments(args).words;
    expect(words('--no-sandbox', '--user-data-dir=/x', 'status', '--json')).toEqual(['status', '--json']);
    expect(words('stauts')).toEqual(['stauts']);
    expect(words('--version')).toEqual(['--version']);
    expect(words('-h')).toEqual(['-h']);
    // As the commands of the packages start the app.
    expect(words('--', 'status', '--', '-rid')).toEqual(['status', '--', '-rid']);
    expect(words('--', '--version')).toEqual(['--version']);
    expect(words('--')).toBeNull();
    expect(words('--', '/home/me/file.pem')).toBeNull();
  });

  it('have no switches of Chromium after “--”, so that none before the command is skipped', () => {
    const given = ['--user-data-dir=/x', 'status'];
    expect(divideArguments(['--no-zygote', '--', ...given])).toEqual({
      switches: ['--no-zygote'],
      words: given,
      isSealed: true,
    });
  });

  it.each([
    [['check', '-w', '14d']],
    [['check', '--user-data-dir=/x']],
    [['check', '-user-data-dir=/x']],
    [['status', '/user-data-dir=C:\\x']],
    [['orders', 'add', '--', '--no-sandbox']],
  ])('are read by Chromium too without “--” in front of them: %j', (words) => {
    expect(divideArguments(words)).toEqual({ switches: [], words, isSealed: false });
    expect(divideArguments(['--', ...words])).toEqual({ switches: [], words, isSealed: true });
  });
});

describe('parseCommand', () => {
  it('parses every command with its options', () => {
    expect(parse('status --json a --fail-within 14d b')).toEqual({
      ok: true,
      value: {
        name: 'status',
        words: ['a', 'b'],
        json: true,
        'fail-within': { threshold: { ms: 14 * DAY_MS, share: null }, word: '14d' },
      },
    });
    expect(parse('sync')).toEqual({ ok: true, value: { name: 'sync', words: [], json: false } });
    expect(parse('update a')).toEqual({ ok: true, value: { name: 'update', words: ['a'], json: false } });
    expect(
      parseWords(['export', '--all', '--preset', 'nginx', '--to', '.', '--keep-updated', '--run', 'a -s b']),
    ).toMatchObject({
      value: { words: [], all: true, 'keep-updated': true, run: 'a -s b' },
    });
    expect(parse('probe x')).toEqual({ ok: true, value: { name: 'probe', words: ['x'], json: false } });
    expect(parse('receive')).toEqual({ ok: true, value: { name: 'receive', words: [], json: false } });
    expect(parse('completion zsh')).toEqual({ ok: true, value: { name: 'completion', words: ['zsh'] } });
    expect(parse('quick --json')).toEqual({ ok: true, value: { name: 'quick', words: [], json: true } });
    expect(parse('export shop --preset=nginx --to . --keep --accept-warnings --passphrase-stdin')).toEqual({
      ok: true,
      value: {
        name: 'export',
        words: ['shop'],
        all: false,
        preset: 'nginx',
        to: '.',
        replace: false,
        keep: true,
        'accept-warnings': true,
        'keep-updated': false,
        run: null,
        'passphrase-file': null,
        'passphrase-stdin': true,
        json: false,
      },
    });
  });

  it('parses how the app without a window is to run', () => {
    const service = (line: string) => parsed(line)?.service;
    expect(service('run')).toEqual({ configurationFile: null, acceptsWarnings: false });
    expect(service('run --config=c.json')).toEqual({ configurationFile: 'c.json', acceptsWarnings: false });
    expect(service('run --accept-warnings --config c.json')).toEqual({
      configurationFile: 'c.json',
      acceptsWarnings: true,
    });
    expect(service('status')).toBeNull();
  });

  it('says which secret and which path a command line names', () => {
    const exported = 'export shop --preset iis --to /dir';
    expect(parsed(exported)?.path).toEqual({ kind: 'folder', path: '/dir' });
    expect(parsed(exported)?.secret).toBeNull();
    expect(parsed(`${exported} --passphrase-stdin`)?.secret).toMatchObject({
      source: { kind: 'stdin' },
      field: 'passphrase',
    });
    expect(parsed('hooks add --name A --secret-file s')?.secret).toMatchObject({
      source: { kind: 'file', path: 's' },
      field: 'secret',
    });
    expect(parsed('hooks add --name A --secret-credential')?.secret).toBeNull();
    const added = 'connections add https://a --name A';
    expect(parsed(`${added} --token-stdin --ca-file ca.pem`)).toMatchObject({
      secret: { source: { kind: 'stdin' }, field: 'token' },
      path: { kind: 'reads', path: 'ca.pem' },
    });
    expect(parsed(`${added} --token-credential`)).toMatchObject({ secret: null, path: null });
    expect(parsed('metrics')?.path).toBeNull();
    expect(parsed('metrics --out a.prom')?.path).toMatchObject({ kind: 'writes', readers: 'everyone' });
    expect(parsed('config export --out c.json')?.path).toMatchObject({ kind: 'writes', readers: 'owner' });
    expect(parsed('config import c.json')?.path).toEqual({ kind: 'reads', path: 'c.json' });
  });

  it('parses a check with the options of all plugins', () => {
    const limits = { warning: null, critical: null, timeout: null };
    const check = { name: 'check', words: [], ...limits, verbose: false, json: false, version: false };
    const value = (line: string) => {
      const given = parse(line);
      return given.ok ? given.value : null;
    };
    expect(value('check')).toEqual(check);
    const times = {
      warning: { ms: 20 * DAY_MS, share: null },
      critical: { ms: 36 * HOUR_MS, share: null },
    };
    expect(value('check -w 20d -c 36h -t 5 shop')).toEqual({
      ...{ ...check, ...times },
      ...{ timeout: '5', words: ['shop'] },
    });
    expect(value('check --warning=20d --critical 36h --timeout 1m')).toEqual({
      ...{ ...check, ...times },
      timeout: '1m',
    });
    expect(value('check -w 20 -c 5')).toEqual({
      ...check,
      warning: { ms: 20 * DAY_MS, share: null },
      critical: { ms: 5 * DAY_MS, share: null },
    });
    expect(value('check -w 33% -c 7d,12.5%')).toEqual({
      ...check,
      warning: { ms: null, share: 0.33 },
      critical: { ms: 7 * DAY_MS, share: 0.125 },
    });
    expect(value('check -w 33%,14')).toMatchObject({ warning: { ms: 14 * DAY_MS, share: 0.33 } });
    expect(value('status --fail-within 14d,33%')).toMatchObject({
      'fail-within': { threshold: { ms: 14 * DAY_MS, share: 0.33 }, word: '14d,33%' },
    });
    const timeoutMs = (line: string) => parsed(line)?.timeoutMs;
    expect(timeoutMs('status')).toBeNull();
    expect(timeoutMs('check')).toBe(10_000);
    expect(timeoutMs('check -t 5')).toBe(5000);
    expect(timeoutMs('check --timeout 1m')).toBe(MINUTE_MS);
    expect(timeoutMs('check -t 999999w')).toBe(DAY_MS);
    // The guidelines have three levels; more than one says nothing more.
    expect(value('check -vvv')).toEqual({ ...check, verbose: true });
    expect(value('check -h')).toEqual({ name: 'help', of: ['check'] });
    expect(value('check -V')).toEqual({ name: 'version', of: ['check'] });
    expect(value('metrics')).toEqual({
      ...{ name: 'metrics', words: [] },
      out: null,
      'tag-label': null,
      json: false,
    });
    expect(value('metrics --out a.prom --tag-label team,env --json')).toEqual({
      ...{ name: 'metrics', words: [] },
      out: 'a.prom',
      'tag-label': 'team,env',
      json: true,
    });
  });

  it('refuses times of a check that make no sense', () => {
    for (const range of ['14:', '@7:14', '~:14', '7.5', '-1'])
      expect(problem(`check -w=${range}`), range).not.toBeNull();
    expect(problem('check --warning=14:')).toEqual({ kind: 'badThreshold', word: '14:' });
    for (const word of ['101%', '%', '33', '1e1%', '5%,10%', '7d,14d', '7d,', '7d,33%,1d', '33 %'])
      expect(problem(`status --fail-within=${word.replace(' ', '_')}`), word).toMatchObject({
        kind: 'badThreshold',
      });
    expect(problem('check -t 0')).toEqual({ kind: 'badDuration', word: '0' });
    expect(problem('check -t soon')).toEqual({ kind: 'badDuration', word: 'soon' });
    expect(problem('check -c 20d -w 6d')).toEqual({ kind: 'criticalAboveWarning' });
    expect(problem('check -c 20% -w 10%')).toEqual({ kind: 'criticalAboveWarning' });
    expect(problem('check -c 20d,5% -w 6d,33%')).toEqual({ kind: 'criticalAboveWarning' });
    expect(problem('check -c 20d -w 10%')).toBeNull();
    // The default of the other time gives way.
    expect(problem('check -c 20d')).toBeNull();
    expect(problem('check -w 6d')).toBeNull();
    expect(problem('check -c 20d -w 20d')).toBeNull();
    expect(problem('metrics shop')).toEqual({ kind: 'tooManyWords', word: 'shop' });
  });

  it('parses thresholds of an order or of a tag, and refuses what makes no sense', () => {
    const none = { words: [], tag: null, warning: null, critical: null, reset: false, json: false };
    expect(parse('thresholds shop')).toEqual(ok({ ...none, name: 'thresholds', words: ['shop'] }));
    expect(parse('thresholds --tag prod -w 45 -c 10% --json')).toEqual(
      ok({ ...none, name: 'thresholds', tag: 'prod', warning: '45', critical: '10%', json: true }),
    );
    expect(problem('thresholds')).toMatchObject({ kind: 'optionMissing' });
    expect(problem('thresholds shop --tag prod')).toMatchObject({ kind: 'notBoth' });
    expect(problem('thresholds shop --reset -w 5d')).toMatchObject({ kind: 'notBoth' });
    expect(problem('thresholds shop -w soon')).toMatchObject({ kind: 'badThreshold', word: 'soon' });
    expect(problem('thresholds shop -w 5d -c 6d')).toEqual({ kind: 'criticalAboveWarning' });
  });

  it('treats everything after "--" as a name, also with a dash', () => {
    expect(parse('sync -- -rid')).toEqual({
      ok: true,
      value: { name: 'sync', words: ['-rid'], json: false },
    });
  });

  it.each([
    ['--help', []],
    ['-h', []],
    ['help', []],
    ['help --json', []],
    ['status --help', ['status']],
    ['export -h', ['export']],
    ['sync a --help', ['sync']],
    ['help sync', ['sync']],
    ['help orders add', ['orders add']],
    ['connections add --help', ['connections add']],
    ['endpoints', ['endpoints add', 'endpoints remove']],
    ['endpoints --help', ['endpoints add', 'endpoints remove']],
    ['config -h', ['config export', 'config import', 'config example']],
    ['help config', ['config export', 'config import', 'config example']],
  ])('gives help for "%s"', (line, of) => {
    expect(parse(line)).toEqual({ ok: true, value: { name: 'help', of } });
  });

  it.each([
    ['stauts', { kind: 'unknownCommand', word: 'stauts' }],
    ['status --jsn', { kind: 'unknownOption', option: '--jsn' }],
    ['status --constructor', { kind: 'unknownOption', option: '--constructor' }],
    ['status --__proto__', { kind: 'unknownOption', option: '--__proto__' }],
    ['metrics --json', { kind: 'optionMissing', option: '--out' }],
    ['completion bash --json', { kind: 'unknownOption', option: '--json' }],
    ['status -x', { kind: 'unknownOption', option: '-x' }],
    ['status --json=yes', { kind: 'valueNotExpected', option: '--json' }],
    ['status --json --json', { kind: 'twice', option: '--json' }],
    ['status --fail-within', { kind: 'valueMissing', option: '--fail-within' }],
    ['status --fail-within --json', { kind: 'valueMissing', option: '--fail-within' }],
    ['status --fail-within 14', { kind: 'badThreshold', word: '14' }],
    ['run --accept-warnings', { kind: 'optionMissing', option: '--config' }],
    ['run --json', { kind: 'unknownOption', option: '--json' }],
    ['run shop', { kind: 'tooManyWords', word: 'shop' }],
    ['receive x', { kind: 'tooManyWords', word: 'x' }],
    ['completion', { kind: 'optionMissing', option: '<bash|zsh|fish>' }],
    ['help stauts', { kind: 'unknownCommand', word: 'stauts' }],
    ['orders lists', { kind: 'unknownCommand', word: 'orders lists' }],
    ['orders alias shop', { kind: 'optionMissing', option: '<rid|alias> <name>' }],
    ['orders accept', { kind: 'optionMissing', option: '<rid|alias>' }],
    ['presets show', { kind: 'optionMissing', option: '<preset>' }],
    ['destinations remove', { kind: 'optionMissing', option: '<folder> ...' }],
    ['hooks add', { kind: 'optionMissing', option: '--name' }],
    [
      'hooks add --name A --secret-stdin --secret-file s',
      { kind: 'notBoth', one: '--secret-file', other: '--secret-stdin' },
    ],
    [
      'hooks add --name A --secret-stdin --secret-credential',
      { kind: 'notBoth', one: '--secret-stdin', other: '--secret-credential' },
    ],
    ['config example --json', { kind: 'unknownOption', option: '--json' }],
    ['orders --json', { kind: 'unknownCommand', word: 'orders --json' }],
    ['orders add', { kind: 'optionMissing', option: '<rid> ...' }],
    ['orders tag shop', { kind: 'optionMissing', option: '--add|--remove' }],
    ['orders tag --add a', { kind: 'optionMissing', option: '<rid|alias>' }],
    ['orders tag shop --add a b', { kind: 'tooManyWords', word: 'b' }],
    ['orders note', { kind: 'optionMissing', option: '<rid|alias> [text]' }],
    ['orders note shop ask first', { kind: 'tooManyWords', word: 'first' }],
    [
      'connections add https://a --name A',
      { kind: 'optionMissing', option: '--token-stdin|--token-credential' },
    ],
    ['connections add https://a --name A --token-stdin x', { kind: 'tokenAsArgument' }],
    ['connections add https://a --name A --token secret', { kind: 'unknownOption', option: '--token' }],
    ['endpoints add shop', { kind: 'optionMissing', option: '<rid|alias> <host[:port]> ...' }],
    ['completion tcsh', { kind: 'unknownShell', word: 'tcsh' }],
    ['completion bash zsh', { kind: 'tooManyWords', word: 'zsh' }],
    ['quick shop', { kind: 'tooManyWords', word: 'shop' }],
    ['export --preset nginx --to .', { kind: 'optionMissing', option: '<rid|alias ...>|--all' }],
    ['export a --all --preset nginx --to .', { kind: 'notBoth', one: '--all', other: 'a' }],
    ['export a --to .', { kind: 'optionMissing', option: '--preset' }],
    ['export a --preset nginx', { kind: 'optionMissing', option: '--to' }],
    [
      'export a --preset nginx --to . --replace --keep',
      { kind: 'notBoth', one: '--replace', other: '--keep' },
    ],
    [
      'export a --preset iis --to . --passphrase-file f --passphrase-stdin',
      { kind: 'notBoth', one: '--passphrase-file', other: '--passphrase-stdin' },
    ],
  ])('reports what is wrong with "%s"', (line, expected) => {
    expect(problem(line)).toEqual(expected);
  });

  it('accepts no passphrase as an argument', () => {
    expect(problem('export a --preset iis --to . --passphrase secret')).toEqual({
      kind: 'unknownOption',
      option: '--passphrase',
    });
  });
});

describe('the operands of a command', () => {
  it('keep their order between, after and instead of options', () => {
    const rids = (line: string) => {
      const given = parse(line);
      return given.ok && 'words' in given.value ? given.value.words : given;
    };
    expect(rids('orders add a b --json c d --connection x e - f')).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      '-',
      'f',
    ]);
    expect(rids('orders add a --connection=x -- --json b -- -c')).toEqual(['a', '--json', 'b', '--', '-c']);
  });

  it('may be 50,000, but no command has a thousand options', () => {
    const many = Array.from({ length: 49_000 }, (_, index) => `rid${index}`);
    const given = parseWords(['orders', 'add', ...many, '--json']);
    expect(given).toMatchObject({ ok: true, value: { words: many, json: true } });
    const verbose = Array.from({ length: 1001 }, () => '-v');
    expect(parseCommand(['check', ...verbose])).toEqual({
      ok: false,
      error: { kind: 'tooManyWords', word: '-v' },
    });
    expect(parseCommand(['check', ...verbose.slice(1)])).toMatchObject({ ok: true });
  });
});

describe('an answer for a monitoring system', () => {
  it.each([
    'status --fail-within 14d',
    'status --fail-within=14d shop',
    'status --fail-within',
    'status --jsn --fail-within 14',
    'stauts --fail-within 14d',
  ])('is requested with "%s", valid or not', (line) => {
    expect(isForMonitoring(line.split(' '))).toBe(true);
  });

  it.each(['status', 'status --json --fail-within 14d', 'status -- --fail-within', 'sync'])(
    'is not with "%s"',
    (line) => {
      expect(isForMonitoring(line.split(' '))).toBe(false);
    },
  );
});

describe('parseDuration', () => {
  it('reads numbers with a unit', () => {
    expect(parseDuration('30s')).toBe(30_000);
    expect(parseDuration('15m')).toBe(15 * MINUTE_MS);
    expect(parseDuration('36h')).toBe(36 * HOUR_MS);
    expect(parseDuration('0d')).toBe(0);
    expect(parseDuration('2w')).toBe(14 * DAY_MS);
  });

  it.each(['', 'd', '14', '14 d', '-1d', '1.5d', '1e3d', '14D', '14days', '1234567d'])(
    'refuses "%s"',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});
