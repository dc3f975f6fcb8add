import { type RefObject, useEffect } from 'react';
import { emptySelection } from '#renderer/stores/selection.ts';
import { openDelivery, openDialog, openOrder, useViewStore } from '#renderer/stores/viewStore.ts';

/**
 * The keys that work everywhere but in dialogs: `/` and Ctrl+F search, Ctrl+N adds, Escape takes back one step:
 * the search, else the selection, else the panel.
 */
export function useShortcuts(searchField: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || useViewStore.getState().dialog.kind !== 'none') return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.key.toLowerCase();
      if ((isCommand && key === 'f') || (event.key === '/' && !isTyping(event.target))) {
        event.preventDefault();
        searchField.current?.focus();
        searchField.current?.select();
      } else if (isCommand && key === 'n') {
        event.preventDefault();
        openDialog({ kind: 'addOrders', connectionId: null });
      } else if (event.key === 'Escape') stepBack(searchField.current);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [searchField]);
}

function stepBack(searchField: HTMLInputElement | null): void {
  const { view, filter, selection, openOrderId, openDeliveryId } = useViewStore.getState();
  if (view === 'inbox') {
    if (openDeliveryId === null) return;
    openDelivery(null);
    document.querySelector<HTMLElement>(`[data-delivery-id="${CSS.escape(openDeliveryId)}"]`)?.focus();
    return;
  }
  if (document.activeElement === searchField && searchField !== null) {
    if (filter.search === '') searchField.blur();
    else useViewStore.setState({ filter: { ...filter, search: '' } });
  } else if (selection.ids.size > 0) useViewStore.setState({ selection: emptySelection });
  else if (openOrderId !== null) {
    openOrder(null);
    document.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(openOrderId)}"]`)?.focus();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
