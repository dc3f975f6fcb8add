import { describe, expect, it } from 'vitest';
import { commandList } from '#main/cli/commandList.ts';
import { runStatus } from '#main/cli/commands/status.ts';
import type { CommandContext } from '#main/cli/context.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { commandsOfGroup } from '#main/cli/parseCommand.ts';
import { pickOrders } from '#main/cli/pickOrders.ts';
import { createPaint } from '#main/cli/terminalText.ts';
import { textWidth } from '#main/cli/textWidth.ts';
import { helpText, usageText } from '#main/cli/usage.ts';
import type { PauseOfAlerts } from '#shared/domain/alertPause.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Threshold } from '#shared/domain/typedThreshold.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { err, ok } from '#shared/result.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { placesWith } from '#test/support/inventoryOrders.ts';
import { timesOfPlaces } from '#test/support/orderRows.ts';
import { now, order, takesInventory } from './inventoryOrders.ts';

const t = translatorOf('en');

interface GivenStatus {
  readonly orders: readonly string[];
  readonly json: boolean;
  readonly within: Threshold | null;
  /** As it was typed. */
  readonly failWithin: string;
}

function harness(
  orders: readonly InventoryOrder[] | null,
  columns: number | null = null,
  pause: PauseOfAlerts | null = null,
  clockAheadMs: number | null = null,
) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const services = {
    ...takesInventory(orders, clockAheadMs),
    alertPause: { current: () => pause },
  } as unknown as CommandContext['services'];
  const base = {
    clock: { now: () => now },
    desktop: { platform: 'linux' },
  } as unknown as CommandContext['base'];
  const context: CommandContext = {
    base,
    services,
    holder: 'app',
    credentials: null,
    prepare: async () => undefined,
    t,
    locale: 'en',
    paint: createPaint(false),
    columns,
    cwd: '/',
    process: process.pid,
    secret: null,
    path: null,
    isOwnTerminal: false,
    signal: new AbortController().signal,
    say: (line) => stdout.push(line),
    tell: (line) => stderr.push(line),
    unknown: (text) => {
      stderr.push(text);
      return exitCodes.unknown;
    },
    isJson: false,
    answer: () => undefined,
    write: (text) => stdout.push(text),
  };
  return {
    stdout,
    stderr,
    run: ({
      orders: words = [],
      json = false,
      within = null,
      failWithin = '',
    }: Partial<GivenStatus> = {}) => {
      const options = { 'fail-within': within && { threshold: within, word: failWithin } };
      return runStatus({ words, options }, { ...context, isJson: json });
    },
  };
}

describe('status', () => {
  const orders = [
    order({ title: 'Gone', rid: 'a', notAfter: now - 3 * DAY_MS }),
    order({
      rid: 'b',
      deployment: timesOfPlaces({ notDeployed: 0 }),
      places: placesWith({ status: 'stale', affected: 1 }),
      renewal: { kind: 'due', dueAt: now },
    }),
    order({
      title: 'New',
      rid: 'c',
      ...{ notAfter: null, notAfterSource: null },
    }),
  ];

  it('prints the state in columns', async () => {
    const { stdout, run } = harness(orders);
    expect(await run()).toBe(0);
    expect(stdout).toEqual([
      'Name  Status                  Time left  Not after    Deployment                    Renewal',
      'Gone  Expired        expired 3 days ago  17 Nov 2026',
      'Shop  Not deployed              80 days  8 Feb 2027   Previous certificate, 1 of 2  due since 20 Nov 2026',
      'New   Never fetched',
      '',
      '3 orders: Expired 1 · Not deployed 1 · Never fetched 1',
    ]);
  });

  it('reports that the service asked to wait, and until when', async () => {
    const waiting = [order({ waitsUntil: now + DAY_MS }), order({ rid: 'b', waitsUntil: now + 2 * DAY_MS })];
    const { stdout, run } = harness([...waiting, ...orders]);
    await run();
    expect(stdout.at(-1)).toMatch(
      /^2 orders: the service asked to wait, all checked again by 22 Nov, \d\d:\d\d$/u,
    );
    const json = harness(waiting);
    await json.run({ json: true });
    expect(JSON.parse(json.stdout[0] ?? '').orders[0].waitsUntil).toBe('2026-11-21T12:00:00.000Z');
  });

  it.each([
    [45, false, 'This computer’s clock is 45 min ahead'],
    [-120, true, 'This computer’s clock is 2 h behind'],
  ])(
    'says beside its answer that the clock is wrong: by %i minutes, as JSON %s',
    async (minutes, json, text) => {
      const { stderr, stdout, run } = harness(orders, null, null, minutes * MINUTE_MS);
      const right = harness(orders);
      expect({ wrong: await run({ json }), right: await right.run({ json }) }).toEqual({
        wrong: 0,
        right: 0,
      });
      expect(stderr).toEqual([expect.stringContaining(text)]);
      expect(right.stderr).toEqual([]);
      const clockAheadSeconds = minutes * 60;
      if (json) expect(JSON.parse(stdout[0] ?? '')).toMatchObject({ clockAheadSeconds });
      else expect(right.stdout).toEqual(stdout);
    },
  );

  it.each([
    [null, 'Notifications are paused until you resume them'],
    [new Date(2026, 10, 23, 9).getTime(), 'Notifications are paused until 23 Nov, 09:00'],
  ])('says that notifications are paused, with the end %s', async (until, text) => {
    const { stdout, run } = harness(orders, null, { since: now, until });
    await run();
    expect(stdout.at(-1)).toBe(text);
  });

  it('starts with the state for a monitoring system, then prints the reasons, worst first', async () => {
    const { stdout, stderr, run } = harness(orders);
    expect(await run({ within: { ms: DAY_MS, share: null }, failWithin: '1d' })).toBe(2);
    expect(stdout.slice(0, 6)).toEqual([
      'CRITICAL: 1 expired, 1 not deployed, 1 without a certificate (3 orders)',
      '  Gone: the certificate expired 3 days ago',
      '  Shop: not deployed: a server has a previous certificate',
      '  New: no certificate yet',
      '',
      'Name  Status                  Time left  Not after    Deployment                    Renewal',
    ]);
    expect(stderr).toEqual([]);
  });

  it.each([
    [2, 'CRITICAL: 1 expired (1 order)', [order({ notAfter: now - 1 })]],
    [1, 'WARNING: 1 expiring soon (2 orders)', [order(), order({ notAfter: now + DAY_MS })]],
    [0, 'OK: 2 orders, nothing to do within 14d', [order(), order()]],
  ])('exits with %i after "%s"', async (code, summary, given) => {
    const { stdout, run } = harness(given);
    expect(await run({ within: { ms: 14 * DAY_MS, share: null }, failWithin: '14d' })).toBe(code);
    expect(stdout[0]).toBe(summary);
  });

  it('begins as docs/cli/status.md shows', async () => {
    const [expired, soon] = [now - 3 * DAY_MS, now + 10 * DAY_MS - MINUTE_MS];
    const { stdout, run } = harness([
      order({ title: 'Intranet', rid: 'a', notBefore: soon - 90 * DAY_MS, notAfter: soon }),
      order({
        ...{ rid: 'b', notBefore: expired - 90 * DAY_MS, notAfter: expired },
        lead: { leadMs: 30 * DAY_MS, renewals: 3 },
      }),
      ...Array.from({ length: 10 }, (_none, index) => order({ title: 'Mail', rid: `c${index}` })),
    ]);
    await run({ within: { ms: 14 * DAY_MS, share: null }, failWithin: '14d' });
    expect(`${stdout.slice(0, 3).join('\n')}\n`).toBe(blockWith('docs/cli/status.md', 'CRITICAL:'));
  });

  it('prints only JSON on standard output', async () => {
    const { stdout, stderr, run } = harness(orders);
    expect(await run({ json: true, within: { ms: DAY_MS, share: null }, failWithin: '1d' })).toBe(2);
    expect(stdout).toHaveLength(1);
    expect(JSON.parse(stdout[0] ?? '').orders).toHaveLength(3);
    expect(stderr[0]).toMatch(/^CRITICAL: /u);
    expect(stderr[1]).toMatch(/^ {2}Gone: /u);
  });

  it('reports an unknown state without any order: the data may be that of another user', async () => {
    const { stderr, run } = harness([]);
    expect(await run()).toBe(0);
    expect(await run({ within: { ms: DAY_MS, share: null }, failWithin: '1d' })).toBe(3);
    expect(stderr).toHaveLength(2);
  });

  it('exits with 3 if the state cannot be read', async () => {
    const { stderr, run } = harness(null);
    expect(await run()).toBe(3);
    expect(stderr).toHaveLength(1);
  });
});

describe('pickOrders', () => {
  const list = [
    { rid: 'r1', alias: 'shop', title: 'shop', connection: 'P' },
    { rid: 'r2', alias: null, title: 'shop', connection: 'P' },
    { rid: 'shop2', alias: 'r1', title: 'r1', connection: 'P' },
  ];

  it('prefers a rid to an alias, and an alias to another name', () => {
    expect(pickOrders(['r1'], list)).toEqual(ok([list[0]]));
    expect(pickOrders(['shop'], list)).toEqual(ok([list[0]]));
  });

  it('returns each once, in the order of the words, and all without arguments', () => {
    expect(pickOrders(['shop2', 'r1', 'shop'], list)).toEqual(ok([list[2], list[0]]));
    expect(pickOrders([], list)).toEqual(ok(list));
  });

  it('reads each order only a few times for any number of arguments', () => {
    let reads = 0;
    const many = Array.from({ length: 500 }, (_, index) => ({
      get rid() {
        reads += 1;
        return `r${index}`;
      },
      alias: null,
      title: `title ${index}`,
      connection: 'P',
    }));
    const words = many.map(({ title }) => title);
    expect(pickOrders(words, many)).toEqual(ok(many));
    expect(reads).toBeLessThan(10 * many.length);
  });

  it('does not guess', () => {
    expect(pickOrders(['sho'], list)).toEqual(err({ kind: 'unknown', word: 'sho' }));
    const twins = [list[1], { ...list[1], rid: 'r3' }].flatMap((one) => one ?? []);
    expect(pickOrders(['shop'], twins as typeof list)).toEqual(
      err({ kind: 'ambiguous', word: 'shop', names: ['r2', 'r3'] }),
    );
  });

  it('tells orders with one rid apart by their connections, whatever else is named so', () => {
    const twins = ['P', 'Q'].map((connection) => ({ rid: 'shop', alias: null, title: 'Shop', connection }));
    const lookalike = { rid: 'P/shop', alias: 'Q/shop', title: 'Q/shop', connection: 'R' };
    const all = [...twins, lookalike];
    for (const word of ['shop', 'Shop'])
      expect(pickOrders([word], all)).toEqual(err({ kind: 'ambiguous', word, names: ['P/shop', 'Q/shop'] }));
    expect(pickOrders(['P/shop'], all)).toEqual(ok([twins[0]]));
    expect(pickOrders(['Q/shop'], all)).toEqual(ok([twins[1]]));
    expect(pickOrders(['R/P/shop'], all)).toEqual(ok([lookalike]));
  });
});

describe('the help', () => {
  it.each(['en', 'zh-CN'] as const)('fits a terminal of 80 columns in %s', (locale) => {
    const lines = helpText([], translatorOf(locale)).split('\n');
    for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(80);
    for (const line of lines) expect(line).not.toMatch(/^\s*[，。、；：）”]/u);
  });

  it('has every command, and each option once for the commands that share it', () => {
    const text = helpText([], t);
    for (const { name } of commandList) expect(text).toContain(`\n  notafter ${name}`);
    expect(text).toMatch(
      /Options of “sync, update, probe, quick, orders list, orders alias, orders note,[\s\S]+”/u,
    );
    expect(text).toContain('  -w, --warning 14d ');
    expect(text).toContain('notafter export --preset nginx --to DIR [options] <rid|alias>');
  });

  it('of one command has its options and the exit codes, and no other command', () => {
    const text = helpText(
      commandList.filter(({ name }) => name === 'export'),
      t,
    );
    expect(text).toContain('--passphrase-file FILE');
    expect(text).toContain('\nExit codes\n');
    expect(text).not.toContain('notafter status');
    expect(text).not.toContain('Without one, all orders are used');
  });

  it('of a group has its commands', () => {
    const text = helpText(commandsOfGroup('orders'), t);
    for (const verb of ['add', 'remove', 'tag', 'note']) expect(text).toContain(`  notafter orders ${verb} `);
    expect(text).toContain('Options of “orders tag”');
    expect(usageText({ kind: 'unknownCommand', word: 'orders lst' }, ['orders', 'lst'], t)).toBe(
      'notafter: Unknown command “orders lst”. Commands: orders list, orders add, orders remove, orders alias, orders accept, orders tag, orders note.',
    );
  });

  it('shows alternatives to what is not possible', () => {
    const problem = { kind: 'unknownOption' as const, option: '--jsn' };
    expect(usageText(problem, ['status', '--jsn'], t)).toBe(
      'notafter: “status” has no option --jsn. Options: --json, --fail-within, --help.',
    );
    expect(usageText(problem, ['receive', '--jsn'], t)).toContain('Options: --json, --help.');
  });
});
