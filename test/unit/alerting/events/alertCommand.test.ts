import { describe, expect, it } from 'vitest';
import { AlertCommand } from '#main/alerting/events/alertCommand.ts';
import { questionWords } from '#main/alerting/events/questionWords.ts';
import type { ProgramEnd } from '#main/platform/programs/programRunner.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renewedEvent as event } from '#test/support/alertEvents.ts';
import { fakeOutbox } from '#test/support/fakeOutbox.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

interface Run {
  readonly command: readonly string[];
  readonly title: string;
  readonly signal: AbortSignal;
  readonly end: (code: number) => void;
}

function setUp(stored: unknown = ['/bin/tell']) {
  const { logger, lines } = createRecordingLogger();
  const time = createFakeTime();
  const runs: Run[] = [];
  const saved: (readonly string[] | null)[] = [];
  const answers = { consent: ok(null) as Result<null>, storage: ok(null) as Result<null> };
  const asked: (readonly string[])[] = [];
  const command = new AlertCommand({
    outbox: fakeOutbox(time, logger),
    stored: (name, schema) => {
      expect(name).toBe('command');
      return {
        load: () => schema.safeParse(stored).data ?? null,
        save: (next) => {
          if (answers.storage.ok) saved.push(next as readonly string[] | null);
          return answers.storage;
        },
      };
    },
    commands: {
      run: (words, signal, input) => {
        const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
        const end = (code: number) =>
          resolve({ outcome: { kind: 'exited', code }, output: '', isCut: false });
        runs.push({ command: words, title: JSON.parse(input).title, signal, end });
        return promise;
      },
      check: async ([program = '', ...args]) =>
        program === 'missing' ? err('notAProgram') : ok([`/usr/bin/${program}`, ...args]),
      place: () => ({ user: 'me', home: '/home/me' }),
    },
    ask: async (question) => {
      asked.push(question(questionWords(translatorOf('en'))).facts);
      return answers.consent;
    },
    clock: time.clock,
    logger,
  });
  command.start();
  return { command, runs, saved, answers, asked, lines, time };
}

/** Lets what has been settled go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const none = { count: 0, nextAt: null };

describe('the command for alerts', () => {
  it('is set once the user agreed to it with its full path, and removed without a question', async () => {
    const { command, saved, asked } = setUp(null);
    expect(command.view()).toBeNull();
    expect(await command.set(['tell', 'me'])).toEqual(ok(null));
    expect(asked).toEqual([['0: /usr/bin/tell', '1: me']]);
    expect(command.view()).toEqual({ command: ['/usr/bin/tell', 'me'], lastRun: null, waiting: none });
    expect(await command.set(null)).toEqual(ok(null));
    expect(asked).toHaveLength(1);
    expect(saved).toEqual([['/usr/bin/tell', 'me'], null]);
    expect(command.view()).toBeNull();
  });

  it('a damaged stored command reads as none', () => {
    for (const damaged of ['/bin/tell', [], [1]]) {
      const { command } = setUp(damaged);
      expect([command.view(), command.isOpen], JSON.stringify(damaged)).toEqual([null, false]);
    }
  });

  it('says once that it was removed', async () => {
    const { command } = setUp(null);
    await command.set(['tell']);
    expect(command.takeSilenced()).toEqual([]);
    await command.set(null);
    expect(command.takeSilenced()).toEqual(['alertChannels.command.silenced.removed']);
    expect(command.takeSilenced()).toEqual([]);
  });

  it('runs with what people read, not with single facts for programs', async () => {
    const { command, runs } = setUp();
    command.send({ ...event('fact'), event: 'filesUpdated' });
    command.send(event('read'));
    await turn();
    expect(runs.map(({ title }) => title)).toEqual(['read']);
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
    expect(command.view()).toEqual({ command: ['/bin/tell'], lastRun: null, waiting: none });
  });

  it('runs once with each event, one after the other, and shows the last result', async () => {
    const { command, runs } = setUp();
    command.send(event('first'));
    command.send(event('second'));
    await turn();
    expect(runs.map(({ title }) => title)).toEqual(['first']);
    expect(command.view()?.lastRun).toMatchObject({ kind: 'running' });
    runs[0]?.end(0);
    await turn();
    expect(runs.map(({ title }) => title)).toEqual(['first', 'second']);
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

  it('runs again with an event that it failed with, four times at most, but once with a test', async () => {
    const { command, runs, time, lines } = setUp();
    command.send(event('real'));
    for (const minutes of [0, 1, 10, 60]) {
      await time.advance(minutes * 60_000);
      runs.at(-1)?.end(1);
      await time.advance(0);
    }
    await time.advance(86_400_000);
    expect(runs.map(({ title }) => title)).toEqual(['real', 'real', 'real', 'real']);
    expect(JSON.stringify(lines)).toContain('exited');
    command.test(event('test', true));
    await time.advance(0);
    runs.at(-1)?.end(1);
    await time.advance(86_400_000);
    expect(runs).toHaveLength(5);
  });

  it('says how many events wait and when the next is repeated', async () => {
    const { command, runs, time } = setUp();
    command.send(event('real'));
    await time.advance(0);
    runs[0]?.end(1);
    await time.advance(0);
    expect(command.view()?.waiting).toEqual({ count: 1, nextAt: time.clock.now() + 60_000 });
  });
});
