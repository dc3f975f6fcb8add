import type { Projection } from '#renderer/stores/mirror.ts';
import { keychainErrorOf } from '#shared/domain/keychain.ts';
import { isPushOnly } from '#shared/domain/order.ts';

/** Whether the window shows a part at once whose code comes after the first rows. */
export function needsLaterParts(projection: Projection): boolean {
  const { connections, receiver, inbox, update, exportJob } = projection;
  const isFirstStart = connections.length === 0 && receiver.hooks.length === 0 && inbox.length === 0;
  return (
    isFirstStart ||
    exportJob !== null ||
    hasKeychainBanner(projection) ||
    hasVaultBanner(receiver.vault) ||
    hasNewVersion(update) ||
    hasConnectionBanner(projection)
  );
}

/** Whether the list says more than the texts of the first rows: problems, exported files, endpoints, deliveries. */
export function needsLaterTexts({ orders, keychain, copies, endpoints }: Projection): boolean {
  return (
    copies.length > 0 ||
    endpoints.length > 0 ||
    keychain.state.kind !== 'ready' ||
    [...orders.values()].some((row) => row.failure !== null || row.findings.length > 0 || isPushOnly(row))
  );
}

export function hasConnectionBanner({ connections }: Pick<Projection, 'connections'>): boolean {
  return connections.some(
    ({ polling, token }) =>
      polling.kind === 'rejected' ||
      polling.kind === 'probing' ||
      token.kind === 'absent' ||
      token.kind === 'unreadable',
  );
}

export function hasKeychainBanner({ keychain: { state } }: Pick<Projection, 'keychain'>): boolean {
  return state.kind === 'waiting' || keychainErrorOf(state) !== null;
}

export function hasVaultBanner({ kind }: Projection['receiver']['vault']): boolean {
  return kind !== 'empty' && kind !== 'ready';
}

export function hasNewVersion({ kind }: Projection['update']): boolean {
  return kind === 'available' || kind === 'ready';
}
