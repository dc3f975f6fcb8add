import { useApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';

/** The beginning of the ids of the tabs that choose the view, and of their panels. */
export const VIEW_TABS = 'view';

/** Whether the inbox is offered: there is a hook or a delivery, or it was asked for. Who only pulls never sees it. */
export function useHasInbox(): boolean {
  const isShown = useViewStore((state) => state.view === 'inbox');
  const isUsed = useApp(({ receiver, inbox }) => receiver.hooks.length > 0 || inbox.length > 0);
  return isUsed || isShown;
}
