import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { codeOf } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { repeat, type Scheduler } from '#main/platform/time.ts';
import { isWildcardAddress, parseIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { ReceiverFault } from '#shared/domain/receiver.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { RequestHandler, ServerPorts } from './server.ts';
import type { TlsFiles, TlsPair } from './tlsFiles.ts';

interface ListenerPorts extends Omit<ServerPorts, 'dropped'> {
  /** Loads what answers requests. */
  readonly handler: () => Promise<RequestHandler>;
}

export interface Listener {
  readonly port: number;
  /** Uses another certificate and key for new connections. */
  setTls(pair: TlsPair): void;
  /** Stops listening at once, gives requests in flight `closeMs`, and settles when every connection is closed. */
  close(): Promise<void>;
}

/** Listens exclusively. The error is the system's code, such as `EADDRINUSE`. @param tls `null`: plain HTTP */
export async function openListener(
  place: { readonly address: string; readonly port: number },
  tls: TlsPair | null,
  ports: ListenerPorts,
): Promise<Result<Listener, string>> {
  const { limits, logger, scheduler } = ports;
  // With Node's HTTP, which a start does not wait for: its module loads fetch as well.
  const { createReceiverServer, setTlsPair } = await import('./server.ts');
  const handler = await ports.handler();
  const drops = new DropLog(scheduler, logger);
  const server = createReceiverServer(handler, tls, { ...ports, dropped: () => drops.dropped() });
  const sockets = openSockets(server);
  try {
    server.listen({ host: place.address, port: place.port, exclusive: true, backlog: limits.backlog });
    await once(server, 'listening');
  } catch (error) {
    return err(codeOf(error) || 'UNKNOWN');
  }
  // A connection could not be accepted, for instance for lack of file descriptors. The server goes on.
  server.on('error', (error) => logger.warn('The receiver could not accept', { code: codeOf(error) }));
  const closed = once(server, 'close');
  const bound = server.address();
  return ok({
    port: bound === null || typeof bound === 'string' ? place.port : bound.port,
    setTls: (pair) => setTlsPair(server, pair),
    async close() {
      drops.dispose();
      server.close();
      const limit: Disposable = scheduler.after(limits.closeMs, () => {
        for (const socket of [...sockets]) socket.destroy();
      });
      await closed;
      limit.dispose();
    },
  });
}

/** All open connections. The server's own methods do not know those in the middle of a TLS handshake. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

const DROPS_LOGGED_MS = 60_000;

/** Logs dropped connections: the first at once, then their count at most once a minute. */
export class DropLog implements Disposable {
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  #count = 0;
  #pause: Disposable | null = null;

  constructor(scheduler: Scheduler, logger: Logger) {
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  dropped(): void {
    this.#count += 1;
    if (this.#pause === null) this.#write();
  }

  dispose(): void {
    this.#pause?.dispose();
  }

  #write(): void {
    this.#logger.warn('Connections over the limit of the receiver were dropped', { count: this.#count });
    this.#count = 0;
    this.#pause = this.#scheduler.after(DROPS_LOGGED_MS, () => {
      this.#pause = null;
      if (this.#count > 0) this.#write();
    });
  }
}

/** The settings of a listener. When one of them changes, the listener is replaced. */
export type Target = Pick<ReceiverConfig, 'address' | 'port' | 'tls'>;

/** Why the receiver cannot listen. `detail`: the system's error code, or the name of the bad TLS file. */
export interface BindingFault {
  readonly reason: ReceiverFault;
  readonly detail: string;
}

interface BindingPorts extends ListenerPorts {
  readonly localAddresses: () => readonly string[];
  /** Called every 30 s while the receiver listens at an address that can disappear. */
  readonly onDoubt: () => void;
}

/** A listener, with the checks of its TLS files and its address. */
export interface Binding {
  readonly target: Target;
  readonly port: number;
  /** Settles when every connection is closed, within a second. */
  close(): Promise<void>;
}

const ADDRESS_CHECK_MS = 30_000;

const FAULTS: Readonly<Record<string, ReceiverFault>> = {
  EADDRINUSE: 'portInUse',
  EADDRNOTAVAIL: 'addressGone',
  EACCES: 'notPermitted',
  EPERM: 'notPermitted',
};

/** Reads the TLS files, if configured, and starts to listen. */
export async function bind(target: Target, ports: BindingPorts): Promise<Result<Binding, BindingFault>> {
  // Some systems accept a bind to an address that no interface has.
  if (isGone(target, ports)) return err(faultOf('EADDRNOTAVAIL'));
  const { tls } = target;
  // Few receivers have TLS of their own.
  const files = tls === null ? null : await readFiles(tls);
  const pair = files?.pair ?? null;
  if (pair?.ok === false) return err({ reason: 'tlsFile', detail: pair.error.fileName });
  const opened = await openListener(target, pair?.value ?? null, ports);
  if (!opened.ok) return err(faultOf(opened.error));
  const listener = opened.value;
  const watches: Disposable[] = [];
  if (files !== null) watches.push(watchTls(files, listener, ports));
  if (canVanish(target.address))
    watches.push(repeat(ports.scheduler, 'binding.address', ADDRESS_CHECK_MS, ports.onDoubt));
  return ok({
    target,
    port: listener.port,
    async close() {
      disposeAll(watches);
      await listener.close();
    },
  });
}

export function faultOf(code: string): BindingFault {
  return { reason: FAULTS[code] ?? 'other', detail: code };
}

/** Whether no interface of this computer has the target's address (any more). */
export function isGone(
  { address }: Target,
  { localAddresses }: Pick<BindingPorts, 'localAddresses'>,
): boolean {
  return canVanish(address) && !localAddresses().includes(address);
}

async function readFiles(tls: TlsFiles) {
  const { readTlsFiles, tlsStamp, watchTlsFiles } = await import('./tlsFiles.ts');
  const stamp = await tlsStamp(tls);
  return { tls, stamp, pair: await readTlsFiles(tls), watchTlsFiles };
}

function watchTls(
  { tls, stamp, watchTlsFiles }: Awaited<ReturnType<typeof readFiles>>,
  listener: Listener,
  { scheduler, logger }: BindingPorts,
): Disposable {
  return watchTlsFiles(tls, stamp, scheduler, (read) => {
    if (read.ok) {
      listener.setTls(read.value);
      logger.info('The TLS files of the receiver were read again');
      return;
    }
    const { error } = read.error;
    const reason = 'reason' in error ? error.reason : null;
    logger.warn('The TLS files of the receiver changed and are bad; the former are still used', { reason });
  });
}

/** The canonical IP addresses of this computer's interfaces now. */
export function localAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => parseIpAddress(address) ?? address);
}

/** Whether an address can disappear with its interface; loopback and wildcard addresses cannot. */
function canVanish(address: string): boolean {
  return !isLoopbackAddress(address) && !isWildcardAddress(address);
}
