import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isProgram } from '#main/platform/programs/checkProgram.ts';
import { createProgramRunner, OUTPUT_MAX, type ProgramEnd } from '#main/platform/programs/programRunner.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const limits = { run: 600, stop: 300 };

const { scheduler, pending } = createSkippableTime();

function run(
  command: readonly string[],
  given: {
    readonly environment?: Record<string, string>;
    readonly signal?: AbortSignal;
    readonly runMs?: number;
    readonly input?: string;
  } = {},
): Promise<ProgramEnd> {
  const {
    environment = { PATH: '/usr/bin:/bin' },
    signal = new AbortController().signal,
    runMs = 20_000,
    input,
  } = given;
  const runner = createProgramRunner({
    environment,
    platform: process.platform,
    home: folder,
    scheduler,
    limits: { ...limits, run: runMs },
  });
  return runner.run(command, signal, input);
}

/** Runs a script with `sh`, to test its input and its result. */
function script(text: string, name = 'script'): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Whether a process is running, and not a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

function pidIn(file: string): number {
  return Number(readFileSync(join(folder, file), 'utf8'));
}

describe('a running command', () => {
  it.each([0, 3])('reports its exit code: %i', async (code) => {
    expect(await run([script(`echo done; exit ${code}`)])).toEqual({
      outcome: { kind: 'exited', code },
      output: 'done\n',
      isCut: false,
    });
  });

  it('reports the signal that ended it', async () => {
    expect(await run([script('kill -SEGV $$')])).toMatchObject({
      outcome: { kind: 'signalled', signal: 'SIGSEGV' },
    });
  });

  it('gets each argument unchanged, without a shell', async () => {
    const args = [
      '$(touch hacked)',
      '`id`',
      '; touch hacked',
      "it's",
      '"a  b"',
      '',
      '*',
      '$HOME',
      'a\\nb',
      '网 ',
    ];
    const { output } = await run([script('for each; do printf "<%s>\\n" "$each"; done'), ...args]);
    expect(output).toBe(args.map((each) => `<${each}>\n`).join(''));
    expect(await isProgram(join(folder, 'hacked'))).toBe(false);
  });

  it('runs in the home folder, with empty input', async () => {
    const { output } = await run([script('pwd; cat; echo end')]);
    expect(output).toBe(`${folder}\nend\n`);
  });

  it('reads its input, and may end without reading it', async () => {
    const input = 'x'.repeat(1_000_000);
    expect((await run([script('wc -c')], { input })).output.trim()).toBe('1000000');
    expect(await run([script('exec <&-; echo done')], { input })).toMatchObject({
      outcome: { kind: 'exited', code: 0 },
      output: 'done\n',
    });
  });

  it('has the variables of the user, without those of Electron', async () => {
    const environment = {
      PATH: '/usr/bin:/bin',
      MINE: 'yes',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      APPDIR: '/tmp/.mount_x',
      LD_LIBRARY_PATH: '/tmp/.mount_x/usr/lib:',
    };
    const { output } = await run(['/usr/bin/env'], { environment });
    expect(output.trim().split('\n').sort()).toEqual(['MINE=yes', 'PATH=/usr/bin:/bin']);
  });

  it('has the output of both streams recorded in order', async () => {
    const text = 'for n in 1 2 3; do echo "out $n"; sleep 0.1; echo "err $n" >&2; sleep 0.1; done';
    const { output } = await run([script(text)]);
    expect(output).toBe('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
  });

  it('has the end of its output recorded, without control sequences', async () => {
    const { output, isCut } = await run([
      script("yes 0123456789 | head -n 20000; printf '\\033[31mend\\033[0m\\n'"),
    ]);
    expect(isCut).toBe(true);
    expect(Buffer.byteLength(output)).toBe(OUTPUT_MAX);
    expect(output.endsWith('0123456789\nend\n')).toBe(true);
  });

  it('does not wait for a server that it started', async () => {
    const { outcome, output } = await run([script('sleep 20 & echo $! > server; echo started')]);
    const server = pidIn('server');
    expect({ outcome, output, alive: isAlive(server) }).toEqual({
      outcome: { kind: 'exited', code: 0 },
      output: 'started\n',
      alive: true,
    });
    process.kill(server, 'SIGKILL');
  });
});

describe('a command that takes too long', () => {
  it('is asked to end', async () => {
    const path = script('trap "echo bye; exit 0" TERM; echo begun; while :; do sleep 0.05; done');
    const end = await run([path], { runMs: limits.run });
    expect(end).toMatchObject({ outcome: { kind: 'timedOut' } });
    // The shell may report that its `sleep` was ended.
    expect(end.output).toMatch(/^begun\n(?:.*\n)?bye\n$/u);
  });

  it('is killed with all processes that it started, also those that ignore signals', async () => {
    script('trap "" TERM; echo $$ > stubborn; while :; do sleep 0.05; done', 'child');
    const path = script('echo $$ > leader; ./child > /dev/null 2>&1 & wait');
    const end = await run([path], { runMs: limits.run });
    expect(end.outcome).toEqual({ kind: 'timedOut' });
    const alive = () => [isAlive(pidIn('leader')), isAlive(pidIn('stubborn'))];
    // It was killed before the report, but the system may take a moment.
    await expect.poll(alive).toEqual([false, false]);
  });

  it('is stopped by an abort', async () => {
    const abort = new AbortController();
    const ended = run([script('echo $$ > leader; exec sleep 20')], { signal: abort.signal });
    await expect.poll(() => pidIn('leader')).toBeGreaterThan(0);
    abort.abort();
    expect(await ended).toMatchObject({ outcome: { kind: 'signalled', signal: 'SIGTERM' } });
    expect(await run(['/bin/sleep', '20'], { signal: abort.signal })).toMatchObject({
      outcome: { kind: 'signalled' },
    });
  });

  it('leaves no timer behind', async () => {
    await run(['/bin/sleep', '20'], { runMs: limits.run });
    expect(pending()).toBe(0);
  });
});

describe('a command that cannot be started', () => {
  it('is reported if its program is missing or a folder', async () => {
    const path = script('echo');
    const gone = { outcome: { kind: 'notStarted', code: 'ENOENT' }, output: '', isCut: false };
    unlinkSync(path);
    expect(await run([path])).toEqual(gone);
    mkdirSync(path);
    expect(await run([path])).toEqual(gone);
  });

  it('is reported if it is not executable', async () => {
    const path = script('echo');
    chmodSync(path, 0o644);
    expect(await isProgram(path)).toBe(false);
    expect(await run([path])).toMatchObject({ outcome: { kind: 'notStarted', code: 'EACCES' } });
  });

  it('is reported if the home folder is missing', async () => {
    rmSync(folder, { recursive: true });
    expect(await run(['/bin/echo'])).toMatchObject({ outcome: { kind: 'notStarted', code: 'ENOENT' } });
  });
});

it('accepts an executable file as a program, but no folder', async () => {
  expect(await isProgram(script('echo'))).toBe(true);
  expect(await isProgram(folder)).toBe(false);
});
