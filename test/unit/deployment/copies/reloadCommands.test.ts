import { normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '#shared/result.ts';
import { writtenBundle } from './copyFixtures.ts';
import { copyServiceSetUp, fine, settle } from './copyServiceSetUp.ts';

const reload = ['/usr/bin/systemctl', 'reload', 'nginx'];
const failed = { outcome: { kind: 'exited', code: 3 } } as const;

/** Copies in separate folders, each with a command. */
function setUp(count = 1) {
  const all = copyServiceSetUp();
  const { registry } = all;
  const ids = Array.from(
    { length: count },
    (_, index) => registry.add([writtenBundle(['key.pem'], { folder: `f${index}` })]).copyIds[0] ?? '',
  );
  for (const id of ids) registry.setCommand([id], reload);
  return { ...all, ids };
}

describe('the command of a copy', () => {
  it('is set once the user agreed to it for that folder', async () => {
    const { commands, state, registry } = setUp();
    state.checked = ([program, ...args]) => ok([`/bin/${program}`, ...args]);
    expect(await commands.set(['copy-1'], ['true', 'x'])).toEqual(ok(null));
    expect(state.asked).toEqual([`${normalize('/t/f0')}: /bin/true x`]);
    expect(registry.find('copy-1')?.command).toEqual(['/bin/true', 'x']);
  });

  it('is set for several copies after one question that names their folders', async () => {
    const { commands, state, registry, ids } = setUp(3);
    expect(await commands.set(ids, ['/bin/other'])).toEqual(ok(null));
    const folders = ids.map((_, index) => normalize(`/t/f${index}`)).join(', ');
    expect(state.asked).toEqual([`${folders}: /bin/other`]);
    expect(ids.map((id) => registry.find(id)?.command)).toEqual(ids.map(() => ['/bin/other']));
    expect(await commands.set([...ids, 'nobody'], null)).toEqual(err({ kind: 'unknownId' }));
    expect(registry.find('copy-1')?.command).toEqual(['/bin/other']);
  });

  it('is unchanged if the user declines, or the command is invalid', async () => {
    const { commands, state, registry } = setUp();
    const declined = err({ kind: 'consent', reason: 'declined' } as const);
    state.agrees = async () => declined;
    expect(await commands.set(['copy-1'], ['/bin/other'])).toEqual(declined);
    state.checked = () => err('needsAShell');
    expect(await commands.set(['copy-1'], ['x.bat'])).toEqual(
      err({ kind: 'invalidInput', field: 'command', reason: 'needsAShell' }),
    );
    expect(await commands.set(['nobody'], ['/bin/other'])).toEqual(err({ kind: 'unknownId' }));
    expect(state.asked).toHaveLength(1);
    expect(registry.find('copy-1')?.command).toEqual(reload);
  });

  it('is removed without a question', async () => {
    const { commands, state, registry } = setUp();
    expect(await commands.set(['copy-1'], null)).toEqual(ok(null));
    expect(state.asked).toEqual([]);
    expect(registry.find('copy-1')?.command).toBe(null);
    expect(await commands.run('copy-1')).toBe(null);
  });

  it('is not set for a copy that was forgotten during the dialog', async () => {
    const { commands, state, registry } = setUp();
    const { promise, resolve } = Promise.withResolvers<Result<null>>();
    state.agrees = () => promise;
    const first = commands.set(['copy-1'], ['/bin/one']);
    await settle();
    registry.forget(['copy-1']);
    resolve(ok(null));
    expect(await first).toEqual(err({ kind: 'unknownId' }));
  });
});

describe('a run', () => {
  it('uses the stored command, and records its start and end', async () => {
    const { commands, runs, advance } = setUp();
    const run = commands.run('copy-1');
    expect(commands.lastRun('copy-1')).toEqual({ kind: 'running', startedAt: 5_000, hasFailed: false });
    await advance(40);
    expect(runs).toMatchObject([{ command: reload }]);
    await runs[0]?.end();
    const ended = { kind: 'ended', startedAt: 5_000, endedAt: 5_040, ...fine };
    expect(await run).toEqual(ended);
    expect(commands.lastRun('copy-1')).toEqual(ended);
    expect(commands.isRunning('copy-1')).toBe(false);
  });

  it('keeps the failure before it in mind until it has ended, also after a restart', async () => {
    const { commands, runs, restarted } = setUp();
    const first = commands.run('copy-1');
    await settle();
    await runs[0]?.end(failed);
    await first;
    for (const each of [commands, restarted()]) {
      void each.run('copy-1');
      expect(each.lastRun('copy-1')).toMatchObject({ kind: 'running', hasFailed: true });
      void each.run('copy-1');
      expect(each.lastRun('copy-1')).toMatchObject({ kind: 'running', hasFailed: true });
    }
  });

  it('waits for the previous run of the same copy, and uses the current command', async () => {
    const { commands, runs, registry } = setUp();
    void commands.run('copy-1');
    const second = commands.run('copy-1');
    await settle();
    expect(runs).toHaveLength(1);
    registry.setCommand(['copy-1'], ['/bin/other']);
    await runs[0]?.end();
    expect(runs.map(({ command }) => command)).toEqual([reload, ['/bin/other']]);
    expect(commands.lastRun('copy-1')).toMatchObject({ kind: 'running' });
    await runs[1]?.end();
    expect(await second).toMatchObject({ kind: 'ended' });
  });

  it('is one of at most four at once; the others follow in order', async () => {
    const { commands, runs, ids, registry } = setUp(6);
    for (const [index, id] of ids.entries()) registry.setCommand([id], [`/bin/${index}`]);
    const programOf = ({ command: [program] }: { readonly command: readonly string[] }) => program;
    for (const id of ids) void commands.run(id);
    await settle();
    expect(runs.map(programOf)).toEqual(['/bin/0', '/bin/1', '/bin/2', '/bin/3']);
    await runs[2]?.end();
    await runs[0]?.end();
    expect(runs.slice(4).map(programOf)).toEqual(['/bin/4', '/bin/5']);
    for (const { end } of runs) await end();
    await commands.settled();
    expect(ids.some((id) => commands.isRunning(id))).toBe(false);
  });

  it('is stopped when the app quits, and none starts after that', async () => {
    const { commands, runs, ids } = setUp(5);
    const all = ids.map((id) => commands.run(id));
    await settle();
    commands.dispose();
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true]);
    for (const { end } of runs) await end({ outcome: { kind: 'signalled', signal: 'SIGTERM' } });
    expect((await Promise.all(all)).at(-1)).toBe(null);
    expect(runs).toHaveLength(4);
    expect(await commands.run('copy-1')).toBe(null);
    expect(commands.skip('copy-1')).toBe(null);
  });

  it('that is skipped is recorded, unless there is no command', async () => {
    const { commands, registry } = setUp();
    expect(commands.skip('copy-1')).toEqual({ kind: 'skipped', startedAt: 5_000 });
    expect(commands.lastRun('copy-1')).toMatchObject({ kind: 'skipped' });
    registry.setCommand(['copy-1'], null);
    expect(commands.skip('copy-1')).toBe(null);
  });

  it('does not record another command', async () => {
    const { commands, restarted } = setUp();
    commands.skip('copy-1');
    await commands.set(['copy-1'], ['/bin/other']);
    expect(commands.lastRun('copy-1')).toBe(null);
    expect(restarted().lastRun('copy-1')).toBe(null);
  });

  it.each([
    ['set', ['/bin/other']],
    ['removed', null],
  ])('says nothing about a command that was %s meanwhile', async (_, command) => {
    const { commands, runs, restarted } = setUp();
    const run = commands.run('copy-1');
    await settle();
    await commands.set(['copy-1'], command);
    await runs[0]?.end(failed);
    expect(await run).toMatchObject(failed);
    expect(commands.lastRun('copy-1')).toBe(null);
    expect(restarted().lastRun('copy-1')).toBe(null);
  });
});

describe('a failure', () => {
  it.each([
    failed,
    { outcome: { kind: 'signalled', signal: 'SIGTERM' } },
    { outcome: { kind: 'timedOut' } },
    { outcome: { kind: 'notStarted', code: 'ENOENT' } },
  ] as const)('is known after a restart, without its output: $outcome.kind', async (end) => {
    const { commands, runs, restarted, advance, repository } = setUp();
    const run = commands.run('copy-1');
    await advance(40);
    await runs[0]?.end({ ...end, output: 'token=hunter2\n' });
    await run;
    const kept = { kind: 'ended', startedAt: 5_000, endedAt: 5_040, output: null, isCut: false };
    expect(restarted().lastRun('copy-1')).toEqual({ ...kept, ...end });
    expect(JSON.stringify([...repository.stored])).not.toContain('hunter2');
    expect(commands.lastRun('copy-1')).toMatchObject({ output: 'token=hunter2\n' });
  });

  it('of the files, for which the command was not run, is known after a restart', () => {
    const { commands, restarted } = setUp();
    commands.skip('copy-1');
    expect(restarted().lastRun('copy-1')).toMatchObject({ kind: 'skipped', startedAt: 5_000 });
  });

  it('is over after a run that succeeds, which is not stored', async () => {
    const { commands, runs, restarted } = setUp();
    commands.skip('copy-1');
    void commands.run('copy-1');
    await settle();
    expect(restarted().lastRun('copy-1')).toMatchObject({ kind: 'skipped' });
    await runs[0]?.end();
    expect(restarted().lastRun('copy-1')).toBe(null);
  });

  it('stays while the command has not run for new or restored files, and goes with its files', async () => {
    const { commands, registry, restarted } = setUp();
    commands.skip('copy-1');
    registry.add([writtenBundle(['key.pem', 'more.pem'], { folder: 'f0', previous: '.f' })]);
    expect(restarted().lastRun('copy-1')).toMatchObject({ kind: 'skipped' });
    registry.restored('copy-1', { previous: null, files: [] }, true);
    expect(restarted().lastRun('copy-1')).toMatchObject({ kind: 'skipped' });
    registry.add([writtenBundle(['key.pem', 'more.pem'], { folder: 'f0', orderId: 'b' })]);
    expect(registry.list().map(({ failedRun }) => failedRun)).toEqual([null]);
  });

  it('of a command that cannot be read after a restart is not shown', () => {
    const { commands, restarted, repository } = setUp();
    commands.skip('copy-1');
    const [stored] = repository.all();
    if (stored !== undefined) repository.save([{ ...stored, command: ['relative'] }], []);
    expect(restarted().lastRun('copy-1')).toBe(null);
  });

  it('that cannot be stored is kept for the session, and logged', async () => {
    const { commands, repository, lines } = setUp();
    repository.failure = { kind: 'storage', reason: 'full', detail: '' };
    commands.skip('copy-1');
    expect(commands.lastRun('copy-1')).toMatchObject({ kind: 'skipped' });
    expect(lines).toMatchObject([{ message: 'The result of a command was not stored' }]);
  });
});
