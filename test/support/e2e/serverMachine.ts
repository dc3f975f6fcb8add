import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { RunResult } from '#scripts/lib/processes.ts';
import { startedServer } from '#scripts/vitest/presetServers.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { freePort } from '../../integration/app/receiving.ts';
import { servedLeaf } from '../../integration/deployment/presets/webServers.ts';
import { startTestService, type TestService } from './service.ts';
import { machineProgram, type SystemManager, startSystemManager } from './systemManager.ts';

/** A server with `notafter.service` and nginx, beside a service that has one order for it. */
export interface ServerMachine {
  readonly machine: SystemManager;
  readonly service: TestService;
  /** Runs a command as the user of the unit. */
  notafter(...words: readonly string[]): Promise<RunResult>;
  /** As `notafter`, for a command that must succeed. Returns its output. */
  fine(...words: readonly string[]): Promise<string>;
  /** Adds the connection, with its token from a file and its authority confirmed. */
  connect(): Promise<void>;
  /** Runs `systemctl`. Throws if it fails. */
  systemctl(...words: readonly string[]): Promise<void>;
  /** Waits until the unit runs, as often restarted since its last start. */
  untilRuns(restarts: number): Promise<void>;
  /** Kills the main process of the unit, which systemd then starts again. */
  kill(): Promise<void>;
  /** The fingerprint of the certificate that the service has. */
  issued(): string;
  /** The fingerprint that nginx serves to a client that trusts the authority of the service. */
  served(): Promise<string>;
  /** Waits until nginx serves this certificate. */
  untilServed(fingerprint: string): Promise<void>;
  /** Writes the configuration of nginx around the lines that an export printed, and starts nginx. */
  serve(printed: string): Promise<void>;
  /** The lines of the unit so far. */
  log(): Promise<string>;
  /** How often the command after updates began, and ended. */
  calls(): Promise<Readonly<Record<'begun' | 'done', number>>>;
  /** Holds the command after updates from now on, or lets it go on. */
  holdCommand(isHeld: boolean): Promise<void>;
  /** Replaces the token in the file that the unit takes. */
  writeToken(token: string): Promise<void>;
}

/** The folder for exported files. */
export const exportFolder = '/etc/nginx/tls';

/** Reloads nginx, and notes that. */
export const reloadCommand = '/srv/reload';

/** The order: its name, and the host that it is for. */
export const shopOrder = { rid: 'shop', name: 'Shop', domains: ['shop.example.com'] } as const;

const unit = 'notafter.service';
const caFile = '/etc/notafter/company-ca.pem';
const tokenFile = '/etc/notafter/token-production';
const [node, program] = machineProgram;
const nginx = '/usr/sbin/nginx -e stderr -c /srv/nginx/server.conf';

const dropIn = `[Service]
ExecStart=
ExecStart=${node} ${program} --user-data-dir=/var/lib/notafter run --config /etc/notafter/config.json
ReadWritePaths=/srv/nginx
StandardError=append:/var/log/notafter
`;

const nginxUnit = `[Service]
Type=exec
User=notafter
ExecStart=${nginx}
ExecReload=${nginx} -s reload
StandardError=append:/var/log/nginx-errors
[Install]
WantedBy=multi-user.target
`;

const reloadScript = `#!/bin/sh
echo begun >> /srv/nginx/calls
while [ -e /srv/nginx/hold ]; do sleep 0.1; done
${nginx} -s reload && echo done >> /srv/nginx/calls
`;

/** Waits for a state of the machine, whose programs take seconds on a busy computer. */
export const untilHolds = (holds: () => Promise<void>) =>
  vi.waitFor(holds, { timeout: 100_000, interval: 200 });

/** Starts the machine, on which nothing runs yet. It ends with the test file. */
export async function startServerMachine(): Promise<ServerMachine> {
  const service = await startTestService();
  await service.addOrder({ ...shopOrder, days: 12 });
  const ca = { fileName: 'company-ca.pem', certificates: [service.caPem] };
  const configuration = {
    ...{ format: 'notafter-configuration', version: 1 },
    connections: [{ name: 'Production', address: service.baseUrl, ca }],
    orders: [{ connection: 'Production', rid: shopOrder.rid }],
  };
  const machine = await startSystemManager({
    '/etc/notafter/config.json': JSON.stringify(configuration),
    '/etc/notafter/commands': `# After updates\n${reloadCommand}\n`,
    [caFile]: service.caPem,
    [reloadCommand]: reloadScript,
    '/etc/systemd/system/notafter.service.d/override.conf': blockWith('docs/server.md', '# systemctl edit'),
    '/etc/systemd/system/notafter.service.d/program.conf': dropIn,
    '/etc/systemd/system/nginx.service': nginxUnit,
  });
  const own = (path: string) => join(machine.root, path);
  const text = (path: string) => readFile(own(path), 'utf8').catch(() => '');
  const log = () => text('/var/log/notafter');
  const succeed = async (words: readonly string[], ended: Promise<RunResult>) => {
    const { code, output } = await ended;
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}${await log()}`);
    return output;
  };
  const inMachine = (...words: readonly string[]) => succeed(words, machine.run(...words));
  const systemctl = async (...words: readonly string[]) => void (await inMachine('systemctl', ...words));
  const writeToken = (token: string) =>
    writeFile(own(tokenFile), `${service.baseUrl} ${token}\n`, { mode: 0o600 });
  const prepare = `
    chmod 755 ${reloadCommand}
    mkdir -p ${exportFolder} /srv/nginx/temp
    chown -R notafter: ${exportFolder} /srv/nginx`;
  await inMachine('sh', '-c', prepare);
  await writeToken(service.token);
  const port = await freePort();
  const [servername] = shopOrder.domains;
  const notafter = (...words: readonly string[]) =>
    machine.run(
      ...['setpriv', '--reuid=notafter', '--regid=notafter', '--init-groups', '--reset-env'],
      ...[node, program, '--user-data-dir=/var/lib/notafter', ...words],
    );
  const fine = (...words: readonly string[]) => succeed(words, notafter(...words));
  const served = () => servedLeaf(port, servername, service.caPem);
  return {
    machine,
    service,
    notafter,
    fine,
    connect: async () => {
      const words = ['connections', 'add', service.baseUrl, '--name', 'Production', '--token-credential'];
      await fine(...words, '--ca-file', caFile);
    },
    systemctl,
    untilRuns: (restarts) =>
      untilHolds(async () => {
        const shown = await inMachine('systemctl', 'show', '-p', 'SubState,StatusText,NRestarts', unit);
        const expected = ['SubState=running', `NRestarts=${restarts}\n`, '1 order,'];
        if (!expected.every((part) => shown.includes(part))) throw new Error(shown + (await log()));
      }),
    kill: () => systemctl('kill', '--kill-who=main', '-s', 'KILL', unit),
    issued: () => service.order(shopOrder.rid).fingerprint256,
    served,
    untilServed: (fingerprint) =>
      untilHolds(async () => {
        const now = await served();
        if (now !== fingerprint) throw new Error(`nginx serves ${now}, not ${fingerprint}: ${await log()}`);
      }),
    serve: async (printed) => {
      const snippet = printed
        .split('\n')
        .filter((line) => /^\s*ssl_/u.test(line))
        .join('\n');
      const surroundings = { folder: '/srv/nginx', port, servername, snippet };
      await writeFile(own('/srv/nginx/server.conf'), startedServer('nginx').configuration(surroundings));
      await systemctl('enable', '--now', 'nginx.service');
    },
    log,
    calls: async () => {
      const lines = (await text('/srv/nginx/calls')).split('\n');
      const count = (word: string) => lines.filter((line) => line === word).length;
      return { begun: count('begun'), done: count('done') };
    },
    holdCommand: async (isHeld) => {
      if (isHeld) await writeFile(own('/srv/nginx/hold'), '');
      else await rm(own('/srv/nginx/hold'));
    },
    writeToken,
  };
}
