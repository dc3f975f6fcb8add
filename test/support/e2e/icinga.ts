import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#scripts/lib/processes.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { type Engine, readState } from './nagios.ts';

/** Icinga hangs when its worker gets a signal as well: the first process ends the others. */
const OWN_SESSION = `setsid icinga2 "$@" & pid=$!; trap 'kill $pid' TERM; wait $pid; wait $pid`;

const folders = ['DataDir', 'CacheDir', 'InitRunDir', 'LogDir', 'SpoolDir'];

/**
 * Starts Icinga 2 until the end of the test.
 * @param folder empty, for all its files
 * @param objects a check command, and a service for each host with `vars.notafter`
 */
export async function startIcinga(folder: string, objects: string): Promise<Engine> {
  const status = join(folder, 'status');
  const config = join(folder, 'icinga2.conf');
  await writeFile(
    config,
    `const NodeName = "here"
include <itl>
object CheckerComponent "checker" { }
object StatusDataWriter "status" {
  status_path = "${status}"
  objects_path = "${join(folder, 'objects')}"
  update_interval = 1s
}
object Host NodeName {
  check_command = "dummy"
  vars.notafter = true
  vars.notafter_warning = "80d"
  vars.notafter_critical = "2d"
}
${objects}`,
  );
  await Promise.all(folders.map((name) => mkdir(join(folder, name))));
  const places = folders.map((name) => `-DConfiguration.${name}=${join(folder, name)}`);
  const [user, group] = await Promise.all(
    ['-un', '-gn'].map(async (option) => (await run('id', [option])).output.trim()),
  );
  const identity = [`-DConfiguration.RunAsUser=${user}`, `-DConfiguration.RunAsGroup=${group}`];
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const args = ['daemon', '-c', config, ...identity, ...places];
  const { words } = runInForeground('sh', ['-c', OWN_SESSION, 'sh', ...args], { env });
  return { words, state: () => readState(status) };
}
