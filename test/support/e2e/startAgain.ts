import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appArguments, lacksSandbox } from '#scripts/demo/electronApp.ts';
import { type NotAfter, testElectron } from './notAfterApp.ts';

/** Starts the app a second time on the same data, with further arguments, and returns the exit code. */
export async function startAgain(
  { profile }: Pick<NotAfter, 'profile'>,
  ...further: readonly string[]
): Promise<number | null> {
  const sandbox = lacksSandbox() ? ['--no-sandbox'] : [];
  const args = [...appArguments({ profile, isVirtual: true }), ...sandbox, ...further];
  const [code] = await once(spawn(testElectron().executable, args, { stdio: 'ignore' }), 'exit');
  return code;
}
