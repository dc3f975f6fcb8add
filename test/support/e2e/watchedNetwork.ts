import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** What `networkWatcher.ts` is asked for: what it saw, or that a port be reachable by a socket with a path. */
export type WatcherRequest =
  | { readonly kind: 'read' }
  | { readonly kind: 'relay'; readonly port: number; readonly path: string };

/** What left a network. */
export interface Traffic {
  /** Packets to other computers, since the network exists. */
  readonly packets: number;
  /** Names that a name server was asked for. */
  readonly names: readonly string[];
  /** Connections and datagrams that reached a server of the network. */
  readonly heard: readonly string[];
}

/** Ports where the network's own server takes everything, at each address. */
export interface Listening {
  readonly tcp: number;
  readonly udp: number;
}

export type WatcherAnswer = Traffic | { readonly relayed: string } | { readonly listening: Listening };

/** A network without other computers, in which everything that leaves is counted. */
export interface WatchedNetwork {
  /** A program with arguments that starts another one in this network. */
  readonly launcher: readonly string[];
  readonly listening: Listening;
  /** What left since the last call. */
  takeTraffic(): Promise<Traffic>;
  /** Makes a port of the network's loopback address reachable. @returns the port on this computer */
  reach(port: number): Promise<number>;
}

/** Whether this process can create a network: by root who may mount. */
export function canWatchNetwork(): boolean {
  const probe = 'ip link add out0 type veth peer name out1 && mount -t tmpfs none /mnt';
  return lacksSandbox() && spawnSync('unshare', ['-n', '-m', 'sh', '-c', probe]).status === 0;
}

/** Creates the network. It ends after the file's last test. */
export async function watchNetwork(): Promise<WatchedNetwork> {
  const script = fileURLToPath(import.meta.resolve('./networkWatcher.ts'));
  const words = ['-n', '-m', '--propagation', 'private', process.execPath, script];
  const watcher = fork(script, { execPath: 'unshare', execArgv: words.slice(0, -1), serialization: 'json' });
  afterAll(() => endProcess(watcher));
  const folder = await temporaryFolder();
  const next = async <T extends WatcherAnswer>(): Promise<T> => {
    const [message] = await Promise.race([
      once(watcher, 'message'),
      once(watcher, 'exit').then(([code]) => Promise.reject(new Error(`The network ended with ${code}`))),
    ]);
    return message as T;
  };
  const ask = <T extends WatcherAnswer>(request: WatcherRequest) => {
    watcher.send(request);
    return next<T>();
  };
  const { listening } = await next<{ readonly listening: Listening }>();
  let last: Traffic = { packets: 0, names: [], heard: [] };
  const takeTraffic = async () => {
    const now = await ask<Traffic>({ kind: 'read' });
    const before = last;
    last = now;
    return {
      packets: now.packets - before.packets,
      names: now.names.slice(before.names.length),
      heard: now.heard.slice(before.heard.length),
    };
  };
  return {
    launcher: ['nsenter', '-n', '-m', `--target=${watcher.pid}`],
    listening,
    takeTraffic,
    async reach(port) {
      const path = join(folder, String(port));
      await ask({ kind: 'relay', port, path });
      const server = createServer((outer) => {
        const inner = connect(path);
        outer.pipe(inner).pipe(outer);
        for (const each of [outer, inner]) each.on('error', () => outer.destroy());
      }).listen(0, '127.0.0.1');
      server.unref();
      await once(server, 'listening');
      return (server.address() as { readonly port: number }).port;
    },
  };
}
