import { readFileSync, statSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import type { Clock } from '#main/platform/time.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ReceiverView } from '#shared/domain/receiver.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { UpdateView } from '#shared/domain/update.ts';
import type { DesktopServices } from './desktopServices.ts';
import { countOf, type DiagnosticsFacts, diagnosticsText } from './diagnosticsText.ts';
import type { RecentError } from './recentErrors.ts';

export interface DiagnosticsPorts {
  readonly clock: Clock;
  /** Unix ms. */
  readonly startedAt: number;
  readonly versions: readonly string[];
  readonly isSandboxed: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The keychain's name on this system. */
  readonly keychainName: string;
  readonly keychain: () => KeychainView;
  readonly desktopServices: () => Promise<DesktopServices>;
  readonly online: () => boolean;
  readonly update: () => UpdateView;
  readonly database: { readonly file: string; readonly version: number };
  readonly connections: () => readonly ConnectionView[];
  readonly statusCounts: () => Readonly<Record<OrderStatus, number>>;
  readonly orders: () => readonly OrderRow[];
  readonly receiver: () => ReceiverView;
  /** Number of deliveries that wait for the user. */
  readonly waiting: () => number;
  readonly settings: () => Settings;
  readonly recentErrors: () => readonly RecentError[];
}

/** Collects the data for a bug report. */
export class Diagnostics {
  readonly #ports: DiagnosticsPorts;

  constructor(ports: DiagnosticsPorts) {
    this.#ports = ports;
  }

  /** The diagnostics as Markdown. */
  async text(): Promise<string> {
    const ports = this.#ports;
    const services = await ports.desktopServices();
    const connections = ports.connections();
    const keychain = ports.keychain();
    return diagnosticsText({
      now: ports.clock.now(),
      startedAt: ports.startedAt,
      versions: ports.versions,
      isSandboxed: ports.isSandboxed,
      system: systemText(),
      session: sessionText(ports.environment),
      keychain: `${ports.keychainName}, ${keychain.state.kind}${keychain.memoryConsent ? ', tokens in memory allowed' : ''}`,
      ...services,
      isOnline: ports.online(),
      update: ports.update().kind,
      database: { bytes: databaseBytes(ports.database.file), version: ports.database.version },
      connections: countOf(connections.map(({ polling }) => polling.kind)),
      tokens: countOf(connections.map(({ token }) => token.kind)),
      orders: ports.statusCounts(),
      orderFailures: countOf(ports.orders().flatMap(({ failure }) => failure?.kind ?? [])),
      ...receiverFacts(ports.receiver()),
      deliveriesWaiting: ports.waiting(),
      settings: ports.settings(),
      recentErrors: ports.recentErrors(),
    });
  }
}

/** Kinds and counts only: no names, paths, addresses, ports, codes or files. */
export function receiverFacts({
  state,
  hooks,
  vault,
}: ReceiverView): Pick<DiagnosticsFacts, 'receiver' | 'hooks' | 'hookSecrets' | 'vault'> {
  const keys = vault.kind === 'empty' ? 0 : vault.keys;
  return {
    receiver: [
      state.kind,
      ...(state.kind === 'failed' ? [state.reason] : []),
      ...(state.kind === 'listening' && state.tls ? ['TLS'] : []),
    ].join(', '),
    hooks: countOf(hooks.map(({ enabled }) => (enabled ? 'enabled' : 'disabled'))),
    hookSecrets: countOf(hooks.flatMap(({ secrets }) => secrets.map(({ state: { kind } }) => kind))),
    vault: `${vault.kind}, ${keys} keys`,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The operating system, such as `Linux 6.1.0 x64, Debian GNU/Linux 12 (bookworm)`. */
function systemText(): string {
  const kernel = `${type()} ${release()} ${arch()}`;
  const distribution = distributionName();
  return distribution === null ? kernel : `${kernel}, ${distribution}`;
}

/** The desktop environment, by its own name. */
function sessionText(environment: Environment): string {
  const known = ['XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE'].flatMap((name) => environment[name] ?? []);
  return known.length === 0 ? 'unknown' : known.join(', ');
}

/** Size of a database with its write-ahead log in bytes, or `null`. */
function databaseBytes(file: string): number | null {
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? null);
  return sizes[0] === null ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** From os-release(5); `null` on other systems. */
function distributionName(): string | null {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    return /^PRETTY_NAME="?([^"\n]*)/mu.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
