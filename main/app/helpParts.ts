import { join } from 'node:path';
import { askDesktopServices, constantDesktopServices } from '#main/reporting/diagnostics/desktopServices.ts';
import { Diagnostics } from '#main/reporting/diagnostics/diagnostics.ts';
import { UpdateService } from '#main/settings/update/updateService.ts';
import { migrations } from '#main/storage/migrations.ts';
import type { AlertParts } from './alertParts.ts';
import type { Base } from './base.ts';
import type { ConnectionParts } from './connectionParts.ts';
import { DATABASE_FILE } from './databaseDialog.ts';
import type { InboxParts } from './inboxParts.ts';
import type { ReceiverParts } from './receiverParts.ts';
import type { SecretParts } from './secretParts.ts';

export interface HelpParts {
  readonly updates: UpdateService;
  readonly diagnostics: Diagnostics;
}

/** Builds what is about the app itself: newer versions, and the facts that a ticket needs. */
export function composeHelp(
  { desktop, lifetime, settings, clock, scheduler, logger, environment, troubles, startedAt }: Base,
  { secrets, keychainName }: SecretParts,
  { connections }: ConnectionParts,
  { allOrders: orders, inbox }: InboxParts,
  { receiverView }: ReceiverParts,
  { board }: AlertParts,
): HelpParts {
  const updates = new UpdateService({
    source: desktop.updates,
    settings: () => settings.get(),
    clock,
    scheduler,
    logger,
    quit: () => desktop.quit(),
  });
  lifetime.stop(updates);
  const diagnostics = new Diagnostics({
    clock,
    startedAt,
    versions: desktop.versions,
    isSandboxed: desktop.isSandboxed,
    environment,
    keychainName,
    keychain: () => secrets.monitor.view(),
    desktopServices: () =>
      desktop.platform === 'linux'
        ? askDesktopServices(environment, scheduler)
        : Promise.resolve(constantDesktopServices),
    online: () => desktop.connectivity.online(),
    update: () => updates.view(),
    database: { file: join(desktop.userData, DATABASE_FILE), version: migrations.length },
    connections: () => connections.list(),
    statusCounts: () => {
      // Changes of the last moment are not looked at yet.
      board.look();
      return board.summary().counts;
    },
    orders: () => orders.list(),
    receiver: receiverView,
    waiting: () => inbox.waiting().length,
    settings: () => settings.get(),
    troubles,
  });
  return { updates, diagnostics };
}
