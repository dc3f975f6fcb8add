import { networkInterfaces } from 'node:os';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { repeat } from '#main/platform/time.ts';
import { isWildcardAddress, parseIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { ReceiverFault } from '#shared/domain/receiver.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type Listener, type ListenerPorts, openListener } from './listener.ts';
import type { TlsFiles } from './tlsFiles.ts';

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
