// Writes a report as another user: arguments are the user's id, the path and who can read it. Prints the result as JSON.
import { writeReport } from '#main/reporting/report/writeReport.ts';

const [uid, path = '', readers] = process.argv.slice(2);
process.setgroups?.([Number(uid)]);
process.setgid?.(Number(uid));
process.setuid?.(Number(uid));
process.stdout.write(JSON.stringify(await writeReport(path, 'new text\n', readers as 'owner' | 'everyone')));
