import type { Clock } from '#main/platform/time.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ReceiverView } from '#shared/domain/receiver.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { UpdateView } from '#shared/domain/update.ts';
import type { DesktopServices } from './desktopServices.ts';
import { countOf, diagnosticsText } from './diagnosticsText.ts';
import { receiverFacts } from './receiverFacts.ts';
import { databaseBytes, sessionText, systemText } from './systemFacts.ts';
import type { Trouble } from './troubles.ts';

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
  /** So many deliveries wait for a person. */
  readonly waiting: () => number;
  readonly settings: () => Settings;
  readonly troubles: () => readonly Trouble[];
}

/** Gathers what a ticket needs, when a person asks for it. */
export class Diagnostics {
  readonly #ports: DiagnosticsPorts;

  constructor(ports: DiagnosticsPorts) {
    this.#ports = ports;
  }

  /** The text for a ticket, Markdown. */
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
      troubles: ports.troubles(),
    });
  }
}
