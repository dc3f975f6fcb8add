import { create } from 'zustand';
import { useApp } from '#renderer/stores/appStore.ts';

/** The progress of the first start: its connection is being stored, or is stored and has no orders yet. */
type FirstStartState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'saving' }
  | { readonly phase: 'orders'; readonly connectionId: string };

const useFirstStartStore = create<FirstStartState>()(() => ({ phase: 'idle' }));

/** The connection that the first start has stored, or `null`. */
export function useFirstStartConnection(): string | null {
  return useFirstStartStore((state) => (state.phase === 'orders' ? state.connectionId : null));
}

/**
 * Whether the first start takes the place of the list: its steps are under way, or there is no connection yet, and
 * neither a hook nor a delivery, which do without one.
 */
export function useFirstStart(): boolean {
  const isEmpty = useApp(
    ({ connections, receiver, inbox }) =>
      connections.length === 0 && receiver.hooks.length === 0 && inbox.length === 0,
  );
  const isUnderWay = useFirstStartStore((state) => state.phase !== 'idle');
  return isEmpty || isUnderWay;
}

/** Keeps the first start shown while its connection is stored: main's state may have it before the call returns. */
export function beginSaving(): void {
  useFirstStartStore.setState({ phase: 'saving' }, true);
}

/** Shows the last step, for the connection just stored. */
export function continueFirstStart(connectionId: string): void {
  useFirstStartStore.setState({ phase: 'orders', connectionId }, true);
}

/** Ends the first start: the list is shown once there is a connection. */
export function endFirstStart(): void {
  useFirstStartStore.setState({ phase: 'idle' }, true);
}
