import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/*
 * Loaded before a command: kills its process right before one of its writes. Counted are commits of the database, and what
 * changes files. Environment: KILL_AT (which write, from 1; 0: none), KILL_COUNT (a file
 * that gets the number of writes if the command ends).
 */
const { KILL_AT, KILL_COUNT = '' } = process.env;
let writes = 0;

function beforeWrite(): void {
  writes += 1;
  if (writes === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
}

type Call = (...args: readonly unknown[]) => unknown;

/** Counts the calls of functions. @param isWrite whether a call with these arguments writes */
function count(
  functions: object,
  names: readonly string[],
  isWrite: (args: readonly unknown[]) => boolean = () => true,
): void {
  const table = functions as Record<string, Call>;
  for (const name of names) {
    const real = table[name];
    if (real === undefined) throw new Error(`no ${name}`);
    table[name] = function counted(this: unknown, ...args) {
      if (isWrite(args)) beforeWrite();
      return Reflect.apply(real, this, args);
    };
  }
}

count(fs, ['open'], ([, flags]) => typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0);
count(fs, ['write', 'fsync', 'fchmod']);
count(fs.promises, ['rename', 'link', 'symlink', 'unlink', 'mkdir', 'rmdir', 'chmod']);
syncBuiltinESMExports();
count(DatabaseSync.prototype, ['exec'], ([sql]) => sql === 'COMMIT');

process.on('exit', () => fs.writeFileSync(KILL_COUNT, `${writes}`));
