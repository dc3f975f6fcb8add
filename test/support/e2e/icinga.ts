import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#scripts/lib/processes.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import type { Engine, ServiceState } from './nagios.ts';

/** Icinga hangs when its worker gets a signal as well: the first process ends the others. */
const OWN_SESSION = `setsid icinga2 "$@" & pid=$!; trap 'kill $pid' TERM; wait $pid; wait $pid`;

/** The lines of the writer for performance data, which each version of Icinga has; a writer of its state is gone in 2.14. */
const RESULT = [
  'current_state=$service.state_id$',
  '$service.output$',
  'performance_data=$service.perfdata$',
];

const folders = ['DataDir', 'CacheDir', 'InitRunDir', 'LogDir', 'SpoolDir'];

/**
 * Starts Icinga 2 until the end of the test.
 * @param folder empty, for all its files
 * @param objects a check command, and a service for each host with `vars.notafter`
 */
export async function startIcinga(folder: string, objects: string): Promise<Engine> {
  const results = join(folder, 'results');
  const unused = join(folder, 'unused');
  const config = join(folder, 'icinga2.conf');
  await writeFile(
    config,
    `const NodeName = "here"
include <itl>
object CheckerComponent "checker" { }
object PerfdataWriter "results" {
  host_perfdata_path = "${join(unused, 'host')}"
  host_temp_path = "${join(unused, 'host.new')}"
  service_perfdata_path = "${join(results, 'service')}"
  service_temp_path = "${join(unused, 'service.new')}"
  service_format_template = "${RESULT.join('\\n')}"
  rotation_interval = 1s
}
object Host NodeName {
  check_command = "dummy"
  vars.notafter = true
  vars.notafter_warning = "80d,100%"
  vars.notafter_critical = "2d"
}
${objects}`,
  );
  await Promise.all(
    [results, unused, ...folders.map((name) => join(folder, name))].map((path) => mkdir(path)),
  );
  const places = folders.map((name) => `-DConfiguration.${name}=${join(folder, name)}`);
  const [user, group] = await Promise.all(
    ['-un', '-gn'].map(async (option) => (await run('id', [option])).output.trim()),
  );
  const identity = [`-DConfiguration.RunAsUser=${user}`, `-DConfiguration.RunAsGroup=${group}`];
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const args = ['daemon', '-c', config, ...identity, ...places];
  const { words } = runInForeground('sh', ['-c', OWN_SESSION, 'sh', ...args], { env });
  return { words, state: () => readResult(results) };
}

/** The last result that Icinga has written into a folder, by the names that Nagios has for its parts. */
async function readResult(folder: string): Promise<ServiceState> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const result = /^current_state=(\d)\n(.*)\n([\s\S]*?)\nperformance_data=(.*)$/gmu;
  const last = [...texts.join('\n').matchAll(result)].at(-1);
  if (last === undefined) return { has_been_checked: '0' };
  const [, current_state = '', plugin_output = '', long_plugin_output = '', performance_data = ''] = last;
  return { has_been_checked: '1', current_state, plugin_output, long_plugin_output, performance_data };
}
