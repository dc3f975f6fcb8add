import { describe, expect, it } from 'vitest';
import { AlertCommand } from '#main/alerting/events/alertCommand.ts';
import { alertEventJson } from '#main/alerting/events/alertEventJson.ts';
import type { CommandRun } from '#shared/domain/copy.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const now = Date.UTC(2026, 0, 1);

const event = (title: string) =>
  alertEventJson(
    { kind: 'renewed', order: orderWithDays('a', 90, now) },
    { now, isTest: false, urgent: false, text: { title, body: '' }, connectionName: () => '' },
  );

interface Run {
  readonly command: readonly string[];
  readonly title: string;
  readonly signal: AbortSignal;
  readonly end: (code: number) => void;
}

function setUp(stored: readonly string[] | null = ['/bin/tell']) {
  const { logger, lines } = createRecordingLogger();
  const runs: Run[] = [];
  const saved: (readonly string[] | null)[] = [];
  const answers = { consent: ok(null) as Result<null>, storage: ok(null) as Result<null> };
  const asked: (readonly string[])[] = [];
  const command = new AlertCommand({
    repository: {
      load: () => stored,
      save: (next) => {
        if (answers.storage.ok) saved.push(next);
        return answers.storage;
      },
    },
    run: (words, signal, input) => {
      const { promise, resolve } =
        Promise.withResolvers<Pick<Extract<CommandRun, { kind: 'ended' }>, 'outcome' | 'output' | 'isCut'>>();
      const end = (code: number) => resolve({ outcome: { kind: 'exited', code }, output: '', isCut: false });
      runs.push({ command: words, title: JSON.parse(input).title, signal, end });
      return promise;
    },
    check: async ([program = '', ...args]) =>
      program === 'missing' ? err('notAProgram') : ok([`/usr/bin/${program}`, ...args]),
    confirm: async (words) => {
      asked.push(words);
      return answers.consent;
    },
    clock: createFakeTime(now).clock,
    logger,
  });
  return { command, runs, saved, answers, asked, lines };
}

/** Lets what has been settled go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the command for alerts', () => {
  it('is set once the user agreed to it with its full path, and removed without a question', async () => {
    const { command, saved, asked } = setUp(null);
    expect(command.view()).toBeNull();
    expect(await command.set(['tell', 'me'])).toEqual(ok(null));
    expect(asked).toEqual([['/usr/bin/tell', 'me']]);
    expect(command.view()).toEqual({ command: ['/usr/bin/tell', 'me'], lastRun: null });
    expect(await command.set(null)).toEqual(ok(null));
    expect(asked).toHaveLength(1);
    expect(saved).toEqual([['/usr/bin/tell', 'me'], null]);
    expect(command.view()).toBeNull();
  });

  it('stays as it was if it is no program, the user declines, or it cannot be stored', async () => {
    const { command, answers, saved } = setUp();
    expect(await command.set(['missing'])).toMatchObject({
      error: { field: 'command', reason: 'notAProgram' },
    });
    answers.consent = err({ kind: 'consent', reason: 'declined' });
    expect(await command.set(['tell'])).toBe(answers.consent);
    answers.consent = ok(null);
    answers.storage = err({ kind: 'storage', reason: 'full', detail: '' });
    expect(await command.set(['tell'])).toBe(answers.storage);
    expect(saved).toEqual([]);
    expect(command.view()).toEqual({ command: ['/bin/tell'], lastRun: null });
  });

  it('runs once with each event, one after the other, and shows the last result', async () => {
    const { command, runs, lines } = setUp();
    command.send(event('first'));
    command.send(event('second'));
    await turn();
    expect(runs.map(({ title }) => title)).toEqual(['first']);
    expect(command.view()?.lastRun).toMatchObject({ kind: 'running' });
    runs[0]?.end(1);
    await turn();
    expect(runs.map(({ title }) => title)).toEqual(['first', 'second']);
    expect(JSON.stringify(lines)).toContain('exited');
    runs[1]?.end(0);
    await command.settled();
    expect(command.view()?.lastRun).toMatchObject({ kind: 'ended', outcome: { code: 0 } });
  });

  it('is tested with one event at a time, and only if there is one', async () => {
    const { command, runs } = setUp();
    expect(command.test(event('test'))).toEqual(ok(null));
    expect(command.test(event('again'))).toEqual(err({ kind: 'busy' }));
    await turn();
    runs[0]?.end(0);
    await command.settled();
    expect(command.test(event('again'))).toEqual(ok(null));
    expect(setUp(null).command.test(event('test'))).toEqual(err({ kind: 'unknownId' }));
  });

  it('is not run after it was removed, and is stopped when the app quits', async () => {
    const { command, runs } = setUp();
    command.send(event('running'));
    command.send(event('waiting'));
    await turn();
    await command.set(null);
    runs[0]?.end(0);
    await command.settled();
    expect(runs).toHaveLength(1);
    expect(command.view()).toBeNull();
    const quitting = setUp();
    quitting.command.send(event('running'));
    quitting.command.send(event('waiting'));
    await turn();
    quitting.command.dispose();
    expect(quitting.runs[0]?.signal.aborted).toBe(true);
    quitting.runs[0]?.end(0);
    await quitting.command.settled();
    expect(quitting.runs).toHaveLength(1);
  });

  it('leaves out what comes while a thousand events wait, and says so in the log', async () => {
    const { command, runs, lines } = setUp();
    for (let index = 0; index <= 1000; index += 1) command.send(event(String(index)));
    expect(JSON.stringify(lines)).toContain('too many wait');
    for (let index = 0; index < 1000; index += 1) {
      await turn();
      runs[index]?.end(0);
    }
    await command.settled();
    expect(runs.at(-1)?.title).toBe('999');
  });
});
