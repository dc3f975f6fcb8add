import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runInForeground } from '#test/support/foregroundProgram.ts';

/** The fields that Nagios has of a service. */
export type ServiceState = Readonly<Record<string, string>>;

/** An engine that runs the check. */
export interface Engine {
  /** What it knows of the service. Rejects until it has written that. */
  readonly state: () => Promise<ServiceState>;
  /** Its output, for a failure. */
  readonly words: () => string;
}

/** A script that stands for a program and its first arguments, without a display. */
export async function writeWrapper(folder: string, command: readonly string[]): Promise<string> {
  const path = join(folder, 'plugin');
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  await writeFile(
    path,
    `#!/bin/sh\nunset DISPLAY WAYLAND_DISPLAY\nLANGUAGE=en exec ${words.join(' ')} "$@"\n`,
  );
  await chmod(path, 0o755);
  return path;
}

const OBJECTS = (command: string, service: string) => `
define timeperiod {
  timeperiod_name always
  alias always
}
define command {
  command_name check_nrpe
  command_line ${command}
}
define command {
  command_name nothing
  command_line /bin/true
}
define contact {
  contact_name nobody
  service_notifications_enabled 0
  host_notifications_enabled 0
  service_notification_period always
  host_notification_period always
  service_notification_commands nothing
  host_notification_commands nothing
}
define host {
  host_name laptop
  address 127.0.0.1
  max_check_attempts 1
  contacts nobody
  notification_period always
}
define service {
  name generic-service
  register 0
  retry_interval 60
  contacts nobody
  notification_period always
}
${service}`;

/**
 * Starts Nagios with one service, which it checks at once, until the end of the test. One minute has one second.
 * @param folder empty, for all its files
 * @param command what NRPE runs for the check, as in its settings; here Nagios runs it
 * @param service the service of the host "laptop", as in the settings of Nagios
 */
export async function startNagios(folder: string, command: string, service: string): Promise<Engine> {
  const { username } = userInfo();
  const file = (name: string) => join(folder, name);
  await mkdir(file('results'));
  await writeFile(file('objects.cfg'), OBJECTS(command, service));
  const settings = {
    cfg_file: file('objects.cfg'),
    log_file: file('log'),
    status_file: file('status'),
    status_update_interval: 1,
    object_cache_file: file('objects.cache'),
    lock_file: file('lock'),
    temp_file: file('temporary'),
    temp_path: folder,
    check_result_path: file('results'),
    query_socket: file('query'),
    log_archive_path: folder,
    nagios_user: username,
    nagios_group: userInfo().gid,
    illegal_macro_output_chars: '`~$&|\'"<>',
    service_inter_check_delay_method: 'n',
    process_performance_data: 1,
    check_external_commands: 0,
    retain_state_information: 0,
    use_syslog: 0,
    check_for_updates: 0,
    interval_length: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file('nagios.cfg'), lines.join(''));
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const { words } = runInForeground('nagios4', [file('nagios.cfg')], { env });
  return { words, state: () => readState(file('status')) };
}

/** The service in the file in which Nagios writes what it knows. */
async function readState(statusFile: string): Promise<ServiceState> {
  const status = await readFile(statusFile, 'utf8');
  const [, service = ''] = /servicestatus \{\n([^}]*?)\n\t\}/u.exec(status) ?? [];
  return Object.fromEntries(
    service.split('\n').map((line) => {
      const [name = '', ...value] = line.trim().split('=');
      return [name, value.join('=')];
    }),
  );
}
