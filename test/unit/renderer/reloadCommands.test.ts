import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandParts, outputOf, runText } from '#renderer/components/commandText.ts';
import {
  refreshCopies,
  refreshCopy,
  removeCommand,
  restoreCopy,
  runCommand,
  setCommand,
} from '#renderer/features/deployment/files/copyActions.ts';
import { previousFilesText } from '#renderer/features/deployment/files/copyText.ts';
import { toggleOutput, useShownCommand } from '#renderer/features/deployment/files/shownCommand.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { closeThis, initialView, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderWrite } from '#shared/domain/writeResult.ts';
import { err, ok } from '#shared/result.ts';
import { copy, now } from './copyViews.ts';
import { snapshotOf } from './orderRows.ts';
import { chinese, english } from './translators.ts';

type Ended = Extract<ProgramRun, { readonly kind: 'ended' }>;

function ended(outcome: Ended['outcome'], change: Partial<Ended> = {}): ProgramRun {
  return { kind: 'ended', startedAt: now, endedAt: now + 2000, outcome, output: '', isCut: false, ...change };
}

const fine = ended({ kind: 'exited', code: 0 });
const failed = ended({ kind: 'exited', code: 1 }, { output: 'no such file\n' });
const skipped: ProgramRun = { kind: 'skipped', startedAt: now };
const proof = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' } as const;

let asked: [string, unknown][];
let answer: unknown;

beforeEach(() => {
  asked = [];
  answer = ok(null);
  const names = ['refresh', 'restore', 'setCommand', 'runCommand'].map((name) => `copies:${name}`);
  const calls = Object.fromEntries(
    names.map((name) => [
      name,
      (args: unknown) => {
        asked.push([name, args]);
        return Promise.resolve(answer);
      },
    ]),
  );
  vi.stubGlobal('window', { notAfter: { calls } });
  const snapshot = {
    ...snapshotOf(1, []),
    copies: [copy(), copy({ id: 'd', orderId: 'b', folder: '~/mail' })],
  };
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshot) }, true);
  useToastStore.setState({ toasts: [] });
  useViewStore.setState(initialView);
  useShownCommand.setState({ open: new Set(), wantedId: null });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;
const titles = () => toasts().map(({ title }) => title);
const dialog = () => useViewStore.getState().dialog;

describe('restoring the previous files', () => {
  it('reports success with what to do next', async () => {
    answer = ok({ kind: 'written', run: null });
    await restoreCopy(copy({ autoRefresh: true }));
    expect(asked).toEqual([['copies:restore', { id: 'c', overwriteChanged: false }]]);
    expect(toasts()[0]).toMatchObject({
      tone: 'success',
      title: 'Previous files restored',
      text: '“Keep up to date” is off. Reload the server to use them.',
    });
  });

  it('reports the command that ran, or that it failed', async () => {
    answer = ok({ kind: 'written', run: fine });
    await restoreCopy(copy());
    expect(toasts().map(({ text }) => text)).toEqual(['The command ran. Exit code 0, 2 s.']);
    answer = ok({ kind: 'written', run: failed });
    await restoreCopy(copy());
    expect(titles().slice(1)).toEqual(['Previous files restored', 'The command failed']);
  });

  it('asks before files changed by someone else are replaced', async () => {
    answer = ok({ kind: 'refused', reason: 'changed' });
    await restoreCopy(copy());
    expect(dialog()).toEqual({ kind: 'overwriteCopy', copyId: 'c', by: 'restore' });
    // The dialog closes meanwhile.
    closeThis({ kind: 'restoreCopy', copyId: 'c' });
    expect(dialog()).toMatchObject({ kind: 'overwriteCopy' });
    closeThis(dialog());
    expect(dialog()).toEqual({ kind: 'none' });
    answer = ok({ kind: 'written', run: null });
    await restoreCopy(copy(), true);
    expect(asked.at(-1)).toEqual(['copies:restore', { id: 'c', overwriteChanged: true }]);
  });

  it('shows why it failed', async () => {
    answer = ok({ kind: 'refused', reason: 'targetAsks' });
    await restoreCopy(copy());
    answer = err({ kind: 'busy' });
    await restoreCopy(copy());
    expect(new Set(titles())).toEqual(new Set(['The previous files were not restored']));
    expect(toasts()[0]?.text).toContain('a new warning');
  });
});

describe('the text about the previous files', () => {
  const leaf = (days: number) => ({ leaf: { notAfter: now + days * DAY_MS, writtenAt: now - DAY_MS } });

  it('says how long their certificate is valid, or that it has expired', () => {
    expect(previousFilesText(leaf(5), now, english, 'en')).toEqual({
      what: 'The previous certificate is valid until 20 Jun 2026, for another 5 d 0 h.',
      more: 'NotAfter wrote it here on 14 Jun 2026.',
      isExpired: false,
    });
    expect(previousFilesText(leaf(-2), now, english, 'en')).toMatchObject({
      what: 'The previous certificate expired 2 days ago, on 13 Jun 2026.',
      isExpired: true,
    });
    expect(previousFilesText(leaf(0), now, english, 'en').isExpired).toBe(true);
    expect(previousFilesText(leaf(5), now, chinese, 'zh-CN').what).toBe(
      '旧证书有效期至 2026年6月20日，还剩 5 天 0 小时。',
    );
  });

  it('says that nothing is known about files from elsewhere', () => {
    const words = previousFilesText({ leaf: null }, now, english, 'en');
    expect(words.what).toBe('The files from before the export are restored.');
    expect(words.isExpired).toBe(false);
  });
});

describe('the command of a copy', () => {
  it('is set after the user has agreed, and can be run at once', async () => {
    const declined = err({ kind: 'consent', reason: 'declined' });
    answer = declined;
    expect(await setCommand([copy()], ['/bin/true'])).toEqual(declined);
    expect(titles()).toEqual([]);
    answer = ok(null);
    expect(await setCommand([copy()], ['/bin/true', '-x'])).toEqual(ok(null));
    expect(asked.at(-1)).toEqual(['copies:setCommand', { ids: ['c'], command: ['/bin/true', '-x'] }]);
    expect(titles()).toEqual(['The command is saved']);
    answer = ok(null);
    toasts()[0]?.action?.run();
    expect(asked.at(-1)).toEqual(['copies:runCommand', 'c']);
  });

  it('leaves its errors to the form', async () => {
    const refusal = err({ kind: 'invalidInput', field: 'command', reason: 'notAProgram' });
    answer = refusal;
    expect(await setCommand([copy()], ['/nothing'])).toEqual(refusal);
    expect(titles()).toEqual([]);
  });

  it('is removed; failures are shown', async () => {
    answer = ok(null);
    await removeCommand([copy()]);
    expect(asked).toEqual([['copies:setCommand', { ids: ['c'], command: null }]]);
    answer = err({ kind: 'busy' });
    await removeCommand([copy()]);
    await runCommand(copy());
    expect(titles()).toEqual([
      'The command is removed',
      'The command was not removed',
      'The command was not run',
    ]);
  });
});

describe('a command that ran after a refresh', () => {
  const refreshed = (copyId: string, run: ProgramRun | null): OrderWrite => ({
    orderId: 'a',
    copyId,
    ...{ kind: 'written', files: [], canUndo: false, proof, run },
  });

  it('is reported if it succeeded, and with an action that shows its output if it failed', async () => {
    answer = ok([refreshed('c', fine)]);
    await refreshCopy(copy());
    expect(toasts().map(({ text }) => text)).toEqual(['The command ran. Exit code 0, 2 s.']);
    useToastStore.setState({ toasts: [] });
    answer = ok([refreshed('c', failed)]);
    await refreshCopy(copy());
    expect(titles()).toEqual(['1 folder updated', 'The command failed']);
    const { text, action } = toasts()[1] ?? {};
    expect(text).toBe('Failed: exit code 1, 2 s');
    expect(action?.label).toBe('Show output');
    action?.run();
    expect(useViewStore.getState()).toMatchObject({ view: 'orders', orders: { openId: 'a' } });
    expect(useShownCommand.getState()).toEqual({ open: new Set(['c']), wantedId: 'c' });
  });

  it('is reported if it was not run', async () => {
    answer = ok([refreshed('c', skipped)]);
    await refreshCopy(copy());
    expect(titles()).toEqual(['1 folder updated', 'The command was not run']);
    expect(toasts()[1]?.action?.label).toBe('Show');
  });

  it('is counted if there are several', async () => {
    answer = ok([refreshed('d', failed), refreshed('c', failed), refreshed('gone', failed)]);
    await refreshCopies(['d', 'c', 'gone']);
    expect(titles()).toEqual(['3 folders updated', '2 commands failed']);
    expect(toasts()[1]?.text).toBe('The first is for ~/mail.');
    useToastStore.setState({ toasts: [] });
    answer = ok([refreshed('c', fine), refreshed('d', skipped)]);
    await refreshCopies(['c', 'd']);
    expect(titles()).toEqual(['2 folders updated']);
  });

  it('leaves no reload to be done where each folder had one', async () => {
    const said = () => toasts().map(({ text }) => text);
    answer = ok([refreshed('c', fine), refreshed('d', fine)]);
    await refreshCopies(['c', 'd']);
    expect(said()).toEqual([undefined]);
    useToastStore.setState({ toasts: [] });
    answer = ok([refreshed('c', fine), refreshed('d', null)]);
    await refreshCopies(['c', 'd']);
    expect(said()).toEqual(['Reload the server to use the new files.']);
  });

  it('shows its output until it is closed', () => {
    toggleOutput('c');
    expect(useShownCommand.getState().open).toEqual(new Set(['c']));
    toggleOutput('c');
    expect(useShownCommand.getState().open).toEqual(new Set());
  });
});

describe('the text of a command', () => {
  it('says how it ended', () => {
    const runs: readonly ProgramRun[] = [
      { kind: 'running', startedAt: now, hasFailed: false },
      skipped,
      fine,
      failed,
      ended({ kind: 'exited', code: 0 }, { endedAt: now + 40 }),
      ended({ kind: 'signalled', signal: 'SIGSEGV' }),
      ended({ kind: 'timedOut' }, { endedAt: now + 60_000 }),
      ended({ kind: 'notStarted', code: 'ENOENT' }),
    ];
    expect(runs.map((run) => runText(run, english))).toEqual([
      'Running…',
      'Not run, because the new files are not verified',
      'Exit code 0, 2 s',
      'Failed: exit code 1, 2 s',
      'Exit code 0, under 1 s',
      'Ended by signal SIGSEGV after 2 s',
      'Stopped after 1 min, because it took too long',
      'Could not be started (ENOENT)',
    ]);
    expect(runText(failed, chinese)).toBe('失败：退出码 1，用时 2 秒');
    expect(runs.map(outputOf)).toEqual(['', '', '', 'no such file', '', '', '', '']);
    expect(outputOf(null)).toBe('');
  });

  it('quotes arguments that could be misread', () => {
    const text = (...command: readonly string[]) =>
      commandParts(command)
        .map((word) => word.text)
        .join(' ');
    expect(text('/usr/sbin/nginx', '-s', 'reload')).toBe('/usr/sbin/nginx -s reload');
    expect(text('/a b', '', 'say "hi"', "it's")).toBe('"/a b" "" "say \\"hi\\"" "it\'s"');
  });
});
