import { create } from 'zustand';
import { useApp } from '#renderer/stores/appStore.ts';

/** How far the first start has come: its connection is being made, or is there and still wants orders. */
type FirstStartState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'saving' }
  | { readonly phase: 'orders'; readonly connectionId: string };

const useFirstStartStore = create<FirstStartState>()(() => ({ phase: 'idle' }));

/** The connection that the first start made and goes on with, or `null` before there is one. */
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

/** Keeps the first start in place while its connection is being made: main may tell of it before it answers. */
export function beginSaving(): void {
  useFirstStartStore.setState({ phase: 'saving' }, true);
}

/** Goes to the last step, with the connection just made. */
export function continueFirstStart(connectionId: string): void {
  useFirstStartStore.setState({ phase: 'orders', connectionId }, true);
}

/** Ends the first start and shows the list, or stays where it is while there is no connection. */
export function endFirstStart(): void {
  useFirstStartStore.setState({ phase: 'idle' }, true);
}
