import { existsSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Reads the key and the certificate in the folder of the first argument repeatedly, like a server that is
 * restarted, until the file of the second argument exists. Then prints the results.
 */
const [, , folder = '', stop = ''] = process.argv;

/** The set that a file belongs to; `null` if it is missing. */
function setOf(name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8').split(' ', 1)[0] ?? '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const sets = new Set<string>();
let reads = 0;
let missing = 0;
let mixed = 0;
writeSync(1, 'going\n');
while (!existsSync(stop)) {
  reads += 1;
  const key = setOf('privkey.pem');
  const certificate = setOf('fullchain.pem');
  // No set is written twice: a key that is equal before and after was there all the time.
  const again = setOf('privkey.pem');
  if (key === null || certificate === null) missing += 1;
  else {
    sets.add(key);
    if (key === again && key !== certificate) mixed += 1;
  }
}
writeSync(1, JSON.stringify({ reads, sets: sets.size, missing, mixed }));
