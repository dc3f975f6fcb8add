import { create } from 'zustand';
import { useApp } from '#renderer/stores/appStore.ts';

/** Whether the connection and the orders of the first start are being stored. */
const useFirstStartStore = create<{ readonly isSaving: boolean }>()(() => ({ isSaving: false }));

/**
 * Whether the first start takes the place of the list: it is being stored, or there is no connection yet, and neither a
 * hook nor a delivery, which do without one.
 */
export function useFirstStart(): boolean {
  const isEmpty = useApp(
    ({ connections, receiver, inbox }) =>
      connections.length === 0 && receiver.hooks.length === 0 && inbox.length === 0,
  );
  const isSaving = useFirstStartStore((state) => state.isSaving);
  return isEmpty || isSaving;
}

/** Keeps the first start shown while it is stored: main's state has the connection before its orders. */
export function setSavingFirstStart(isSaving: boolean): void {
  useFirstStartStore.setState({ isSaving });
}
