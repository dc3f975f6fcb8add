import { type RefObject, useEffect } from 'react';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { isSettingsOpen, openSettings } from '#renderer/stores/settingsStore.ts';
import {
  changeFilter,
  isCovered,
  type MainViewName,
  openDelivery,
  openDialog,
  openOrder,
  select,
  showView,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import { offeredViews } from './ViewTabs.tsx';

/**
 * The keys that work outside dialogs: `/` and Ctrl+F search, Ctrl+N adds, Ctrl+1 to Ctrl+3 show the views. Escape
 * clears the search, or else the selection, or else closes the panel.
 */
export function useShortcuts(searchField: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.key.toLowerCase();
      const view = isCommand ? viewOfKey(key) : null;
      if ((isCommand && key === 'f') || (event.key === '/' && !isTyping(event.target))) {
        event.preventDefault();
        searchField.current?.focus();
        searchField.current?.select();
      } else if (isCommand && key === 'n') {
        event.preventDefault();
        openDialog({ kind: 'addOrders', connectionId: null });
      } else if (view !== null) {
        event.preventDefault();
        showView(view);
      } else if (event.key === 'Escape') stepBack(searchField.current);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [searchField]);
}

/** Ctrl+, opens the settings, and F1 their section with the help, unless a dialog is open. */
export function useSettingsKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isComma = event.key === ',' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!(isComma || event.key === 'F1') || useViewStore.getState().dialog.kind !== 'none') return;
      event.preventDefault();
      if (!isComma) openSettings('about');
      else if (!isSettingsOpen()) openSettings('general');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function viewOfKey(key: string): MainViewName | null {
  const app = currentApp();
  if (app === null || !/^[1-9]$/u.test(key)) return null;
  return offeredViews(app, useViewStore.getState().view)[Number(key) - 1] ?? null;
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
    else changeFilter({ search: '' });
  } else if (view === 'orders' && selection.ids.size > 0) select(emptySelection);
  else if (openOrderId !== null) openOrder(null);
}
