import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';

interface Ports {
  readonly folder: string;
  readonly port: number;
  readonly receiver: number;
}

const nginx = ({ folder, port, receiver }: Ports, more: string) => `
  daemon off;
  pid ${folder}/pid;
  error_log stderr;
  events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/temp;`).join(' ')}
    server {
      listen 127.0.0.1:${port} http2;
      # Its worker is another user, who cannot write here.
      client_body_buffer_size 1m;
      location / { proxy_pass http://127.0.0.1:${receiver}; ${more} }
    }
  }`;

/** Each with its defaults, except that its front end is HTTP/2 without TLS. */
const configurations = {
  /** Speaks HTTP/1.0 to the receiver, with a content length. */
  nginx: (ports: Ports) => nginx(ports, ''),
  'nginx, unbuffered': (ports: Ports) => nginx(ports, 'proxy_http_version 1.1; proxy_request_buffering off;'),
  caddy: ({ folder, port, receiver }: Ports) => `{
    admin off
    storage file_system ${folder}/temp
    servers {
      protocols h1 h2c
    }
  }
  http://127.0.0.1:${port} {
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:${receiver}
  }
`,
  haproxy: ({ port, receiver }: Ports) => `
    defaults
      mode http
      timeout connect 5s
      timeout client 5s
      timeout server 5s
    frontend public
      bind 127.0.0.1:${port} proto h2
      default_backend receiver
    backend receiver
      server only 127.0.0.1:${receiver}
`,
};

export type ReverseProxy = keyof typeof configurations;

const commands: Readonly<Record<ReverseProxy, (file: string) => readonly [string, ...string[]]>> = {
  nginx: (file) => ['nginx', '-e', 'stderr', '-c', file],
  'nginx, unbuffered': (file) => ['nginx', '-e', 'stderr', '-c', file],
  caddy: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  haproxy: (file) => ['haproxy', '-db', '-f', file],
};

/**
 * Starts a reverse proxy for a receiver; it ends with its test. Rejects with its output if it does not start.
 * @returns its port on 127.0.0.1, which speaks HTTP/2 from the first byte
 */
export async function startProxy(kind: ReverseProxy, receiver: number): Promise<number> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  mkdirSync(join(folder, 'temp'));
  writeFileSync(file, configurations[kind]({ folder, port, receiver }));
  const [program, ...args] = commands[kind](file);
  const env = {
    ...process.env,
    PATH: `${process.env['PATH']}:/usr/sbin`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const server = runInForeground(program, args, { env });
  while (!(await isOpen(port))) {
    if (!server.isRunning()) throw new Error(`${kind} did not start: ${server.words()}`);
    await pause(10);
  }
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
