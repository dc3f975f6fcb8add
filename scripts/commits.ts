import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { StopError, say } from './lib/terminal.ts';
import { checkCommits } from './release/commitMessage.ts';

const usage = `npm run commits -- RANGE

  Checks the messages of the commits in a range of git, such as origin/main..HEAD. Merges are left out.`;

/** Checks the commit messages of a range. */
await runCommand(async () => {
  const [range, ...more] = process.argv.slice(2);
  if (range === undefined || range.startsWith('-') || more.length > 0) throw new StopError(usage);
  const { count, wrong } = await checkCommits(projectFolder, range);
  for (const line of wrong) say(line);
  say(`${count} commits, ${wrong.length} with a wrong message`);
  return wrong.length === 0 ? 0 : 1;
});
