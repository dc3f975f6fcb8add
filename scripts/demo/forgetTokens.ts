import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import keytar from 'keytar';
import { keychainService } from '#main/secrets/keytarProtocol.ts';

const limitMs = 10_000;

/**
 * Takes the tokens of a profile's connections out of the keychain, whatever became of the app that put them there: on
 * a real desktop it is the person's own. In a process of its own, as a keychain may wait for its person without end.
 * @param profile the folder of the app's data; the app has ended
 */
export async function forgetTokens(profile: string, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [import.meta.filename, profile], { env, timeout: limitMs });
}

async function main(profile: string): Promise<void> {
  const file = join(profile, 'notafter.db');
  if (!existsSync(file)) {
    return;
  }
  const database = new DatabaseSync(file);
  const ids = database.prepare('SELECT id FROM connections').all();
  database.close();
  for (const { id } of ids) {
    await keytar.deletePassword(keychainService, `token:${id}`);
  }
}

if (import.meta.main) {
  await main(process.argv[2] ?? '');
}
