import type { ReceiverView } from '#shared/domain/receiver.ts';
import { countOf, type DiagnosticsFacts } from './diagnosticsText.ts';

/** Kinds and counts: names, paths, addresses and ports of hooks and listeners are not for a ticket, nor are codes and files. */
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
