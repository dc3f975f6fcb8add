import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect } from 'node:tls';
import { type ServerPlace, startedServer, type WebServer } from '#scripts/vitest/presetServers.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';

/** Folders of administrators' programs, which the PATH of ordinary users lacks. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C.UTF-8' };

export interface RunningServer {
  readonly port: number;
  /** Only nginx: the command that reloads it, with an absolute path of its program. */
  readonly reloadCommand: readonly [string, ...string[]];
  /** Only nginx: reloads it. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server in the foreground with the snippet of its preset, on a free port of 127.0.0.1; it ends with its test.
 * Rejects with the server's output if it does not start.
 */
export async function startServer(
  kind: WebServer,
  { snippet, servername }: Pick<ServerPlace, 'snippet' | 'servername'>,
): Promise<RunningServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder, kind === 'node' ? 'server.mjs' : 'server.conf');
  mkdirSync(join(folder, 'temp'));
  const { program, configuration, args: argsFor } = startedServer(kind);
  const args = argsFor(file);
  writeFileSync(file, configuration({ folder, port, servername, snippet }));
  const server = runInForeground(program, args, { env });
  while (!(await answers(port, servername))) {
    if (!server.isRunning()) throw new Error(`${kind} did not start: ${server.words()}${logged(folder)}`);
    await pause(10);
  }
  const reloadCommand = [`/usr/sbin/${program}`, ...args, '-s', 'reload'] as const;
  return {
    port,
    stop: () => server.stop(),
    reloadCommand: [...reloadCommand],
    reload: async () => {
      const [command, ...rest] = reloadCommand;
      const [code] = await once(spawn(command, rest, { env, stdio: 'ignore' }), 'close');
      if (code !== 0) throw new Error(`${kind} was not reloaded: ${server.words()}`);
    },
  };
}

/** The output of Apache, which does not write into a pipe. */
function logged(folder: string): string {
  const file = join(folder, 'errors');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Whether a server already speaks TLS: Apache listens some time before. */
async function answers(port: number, servername: string): Promise<boolean> {
  return handshake(port, { servername, rejectUnauthorized: false }).then(
    () => true,
    () => false,
  );
}

/**
 * Connects like a browser that trusts only `root`: verifies the chain and the name, or rejects.
 * @returns the SHA-256 fingerprint of the served leaf, in lower case without colons
 */
export async function servedLeaf(port: number, servername: string, root: string): Promise<string> {
  return handshake(port, { servername, ca: root });
}

async function handshake(port: number, options: ConnectionOptions): Promise<string> {
  // BoringSSL does not accept Ed25519 by default.
  const sigalgs = 'ed25519:ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256';
  const socket = connect({ ...options, host: '127.0.0.1', port, sigalgs });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase();
  } finally {
    socket.destroy();
  }
}
