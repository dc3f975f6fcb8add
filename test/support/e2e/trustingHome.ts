import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** A home folder in which Chromium trusts a certificate. */
export async function trustingHome(pem: string): Promise<string> {
  const home = await temporaryFolder();
  const database = join(home, '.pki', 'nssdb');
  await mkdir(database, { recursive: true });
  await writeFile(join(home, 'trusted.pem'), pem);
  await runOrThrow('certutil', ['-d', `sql:${database}`, '-N', '--empty-password']);
  const trusted = ['-n', 'test', '-t', 'C,,', '-i', join(home, 'trusted.pem')];
  await runOrThrow('certutil', ['-d', `sql:${database}`, '-A', ...trusted]);
  return home;
}
