import { run } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

/** The password of the test desktop's keyring: it holds nothing but what tests put there. */
export const keyringPassword = 'pw';

const login = '/org/freedesktop/secrets/collection/login';

/**
 * Locks the keyring of a test desktop, as a person does who walks away.
 * @param env the desktop's environment
 */
export async function lockKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  const method = 'org.freedesktop.Secret.Service.Lock';
  const where = [
    '--session',
    '--dest',
    'org.freedesktop.secrets',
    '--object-path',
    '/org/freedesktop/secrets',
  ];
  const { code, output } = await run('gdbus', ['call', ...where, '--method', method, `['${login}']`], {
    env,
  });
  if (code !== 0) {
    throw new StopError(`The keyring of the test desktop could not be locked:\n${output}`);
  }
}
