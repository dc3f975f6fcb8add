import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a program and all its threads took. */
export interface CommandCost {
  readonly wallMs: number;
  /** Processor time, user and system. */
  readonly processorMs: number;
}

/**
 * Runs a program to its end. POSIX shells print the processor time of their children. Throws if it fails.
 * @param times how often it runs: the shell counts in hundredths of a second. The cost is that of one run
 */
export async function commandCost(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  times = 1,
): Promise<CommandCost> {
  const startedAt = performance.now();
  const script = `for run in ${Array(times).fill('x').join(' ')}; do "$@" >/dev/null; done; times`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', script, 'sh', ...words], { env });
  const wallMs = (performance.now() - startedAt) / times;
  const counted = [...stdout.matchAll(/(\d+)m([\d.]+)s/gu)].map(
    ([, minutes, seconds]) => 60_000 * Number(minutes) + 1000 * Number(seconds),
  );
  const [, , user, system] = counted;
  if (user === undefined || system === undefined) throw new Error(`The shell has no times: ${stdout}`);
  return { wallMs, processorMs: (user + system) / times };
}
