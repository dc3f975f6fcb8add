import { checkResult, runCheck } from '#main/cli/commands/check.ts';
import { runStatus } from '#main/cli/commands/status.ts';
import type { CommandContext } from '#main/cli/context.ts';
import { exitCodes, keywords } from '#main/cli/exitCodes.ts';
import { createPaint } from '#main/cli/terminalText.ts';
import { inventorySchema } from '#main/reporting/report/inventoryJson.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import { counted, t, type World } from './world.ts';

const usualStatus: Parameters<typeof runStatus>[0] = { words: [], options: { 'fail-within': null } };

const usualCheck: Parameters<typeof runCheck>[0] = {
  words: [],
  options: { warning: null, critical: null, verbose: false },
};

/** The columns of `notafter status`. */
export async function status(world: World): Promise<string> {
  const { lines } = await run(world, (context) => runStatus(usualStatus, context));
  const [head = '', ...rows] = lines.slice(0, lines.indexOf(''));
  const columns = ['status', 'served', 'renewal'] as const;
  // A column without a cell is left out.
  const starts = columns
    .map((column) => head.indexOf(t(`cli.status.${column}`)))
    .filter((start) => start >= 0);
  return counted(
    rows.map((row) =>
      starts
        .map((start) => row.slice(start).split(/ {2,}/u)[0] ?? '')
        .filter((cell) => cell !== '')
        .join(' · '),
    ),
  );
}

/** The state of `notafter status --fail-within 14d`, and why. */
export async function failWithin(world: World): Promise<string> {
  const within = { threshold: { ms: 14 * DAY_MS, share: null }, word: '14d' };
  const command = { ...usualStatus, options: { 'fail-within': within } };
  const { code, lines } = await run(world, (context) => runStatus(command, context));
  const [, state = '', why = ''] = /^(\w+): (.*) \(/u.exec(lines[0] ?? '') ?? [];
  return state === '' || code === exitCodes.fine ? stateOf(code) : `${state}: ${why}`;
}

/** The state of `notafter check`, and the kinds of its reasons. */
export async function check(world: World): Promise<string> {
  const { code, lines } = await run(world, (context) => runCheck(usualCheck, { ...context, isJson: true }));
  const { connections, orders } = checkResult(z).parse(JSON.parse(lines.join('\n')));
  const reasons = [...connections, ...orders]
    .map((one) => one.reasons.map(({ kind }) => kind).join(', '))
    .filter((kinds) => kinds !== '');
  return reasons.length === 0 ? stateOf(code) : `${stateOf(code)}: ${counted(reasons)}`;
}

/** Status, deployment and renewal in `notafter status --json`. */
export async function json(world: World): Promise<string> {
  const { lines } = await run(world, (context) => runStatus(usualStatus, { ...context, isJson: true }));
  const { orders } = inventorySchema(z).parse(JSON.parse(lines.join('\n')));
  return counted(
    orders.map((order) =>
      [order.status, order.deployment?.status, order.renewal.state]
        .filter((word) => word !== undefined)
        .join(' · '),
    ),
  );
}

/** The word of an exit code. */
function stateOf(code: number): string {
  const [name] = Object.entries(exitCodes).find(([, one]) => one === code) ?? [];
  const word = Object.entries(keywords).find(([one]) => one === name)?.[1];
  if (word === undefined) throw new Error(`The exit code ${code} has no word`);
  return word;
}

/** Runs a command over the inventory. @returns its exit code and what it wrote to standard output */
async function run(
  { inventory }: World,
  command: (context: CommandContext) => Promise<number>,
): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const say = (text: string) => {
    lines.push(...text.replace(/\n$/u, '').split('\n'));
  };
  const services = {
    inventories: { take: async () => ok(inventory) },
    alertPause: { current: () => null },
  } as unknown as CommandContext['services'];
  const base = {
    clock: { now: () => now },
    desktop: { platform: 'linux' },
  } as unknown as CommandContext['base'];
  const code = await command({
    prepare: async () => undefined,
    isOwnTerminal: false,
    ...{
      ...{ base, services, holder: 'app', credentials: null },
      t,
      locale: 'en',
      paint: createPaint(false),
      columns: null,
      cwd: '/',
      process: process.pid,
      secret: null,
      path: null,
    },
    signal: new AbortController().signal,
    ...{ isJson: false, say, answer: () => undefined, write: say, tell: say },
    unknown: (text) => {
      say(text);
      return exitCodes.unknown;
    },
  });
  return { code, lines };
}
