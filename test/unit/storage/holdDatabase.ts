import { openDatabase } from '#main/storage/openDatabase.ts';

/** Opens the database file named by its argument, says so, and holds it until it is ended. */
const result = openDatabase(process.argv[2] ?? '');
process.stdout.write(result.ok ? 'open\n' : JSON.stringify(result.error));
setInterval(() => undefined, 60_000);
