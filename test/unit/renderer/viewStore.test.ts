// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { closedSettings, openSettings, useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { dismissToast, showToast, useToastStore } from '#renderer/stores/toastStore.ts';
import {
  changeFilter,
  closeDialog,
  closeSettings,
  initialView,
  isCovered,
  noFilter,
  openDelivery,
  openDialog,
  openOrder,
  reveal,
  revealInbox,
  revealOrder,
  showOrders,
  showView,
  sortBy,
  useViewStore,
} from '#renderer/stores/viewStore.ts';

beforeEach(() => {
  useViewStore.setState(initialView, true);
  useSettingsStore.setState(closedSettings);
  useToastStore.setState({ toasts: [] });
});

const view = () => useViewStore.getState();

describe('viewStore', () => {
  it('sorts by the earliest expiry initially', () => {
    expect(view().sort).toEqual({ key: 'expiry', descending: false });
  });

  it('reverses the direction for the same key and starts ascending for another', () => {
    sortBy('expiry');
    expect(view().sort).toEqual({ key: 'expiry', descending: true });
    sortBy('name');
    expect(view().sort).toEqual({ key: 'name', descending: false });
  });

  it('changes one part of the filter and keeps the others', () => {
    changeFilter({ search: 'mail' });
    changeFilter({ statuses: new Set(['expired']) });
    expect(view().filter).toEqual({ ...noFilter, search: 'mail', statuses: new Set(['expired']) });
  });

  it('has one dialog at a time', () => {
    openDialog({ kind: 'addOrders', connectionId: null });
    openDialog({ kind: 'export', orderIds: ['a'] });
    expect(view().dialog).toEqual({ kind: 'export', orderIds: ['a'] });
    closeDialog();
    expect(view().dialog).toEqual({ kind: 'none' });
  });

  it('shows an order requested from outside: nothing hides or covers it', () => {
    changeFilter({ search: 'something else' });
    openDialog({ kind: 'addOrders', connectionId: null });
    openSettings('general');
    revealOrder('a');
    expect(isCovered()).toBe(false);
    expect(view()).toMatchObject({
      filter: noFilter,
      dialog: { kind: 'none' },
      orders: { openId: 'a', activeId: 'a', revealId: 'a' },
    });
  });

  it('keeps the active row when the panel closes', () => {
    openOrder('a');
    openOrder(null);
    expect(view()).toMatchObject({ orders: { openId: null, activeId: 'a' } });
  });
});

describe('the inbox', () => {
  it('opens at a delivery requested from outside: nothing covers it', () => {
    openSettings('general');
    useViewStore.setState({ inboxTab: 'log' });
    revealInbox('d');
    expect(isCovered()).toBe(false);
    expect(view()).toMatchObject({
      view: 'inbox',
      inboxTab: 'deliveries',
      dialog: { kind: 'none' },
      deliveries: { openId: 'd', activeId: 'd', revealId: 'd' },
    });
  });

  it('opens in its previous state if no delivery was requested', () => {
    openDelivery('d');
    revealInbox(null);
    expect(view()).toMatchObject({ view: 'inbox', deliveries: { openId: 'd', revealId: null } });
  });

  it('closes for a requested order, and for orders of one status', () => {
    showView('inbox');
    revealOrder('a');
    expect(view().view).toBe('orders');
    showView('inbox');
    showOrders({ statuses: new Set(['expired']) });
    expect(view()).toMatchObject({ view: 'orders', filter: { statuses: new Set(['expired']) } });
  });
});

describe('toastStore', () => {
  it('keeps the three newest messages', () => {
    for (const title of ['1', '2', '3', '4']) showToast({ tone: 'neutral', title });
    expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual(['2', '3', '4']);
  });

  it('dismisses exactly one of two equal messages', () => {
    showToast({ tone: 'neutral', title: 'same' });
    showToast({ tone: 'neutral', title: 'same' });
    const [first] = useToastStore.getState().toasts;
    dismissToast(first?.id ?? -1);
    expect(useToastStore.getState().toasts).toHaveLength(1);
  });
});

describe('the settings', () => {
  it('open when requested from outside, but never over a dialog', () => {
    reveal({ kind: 'settings' });
    expect(useSettingsStore.getState().place?.section).toBe('general');
    closeSettings();
    openDialog({ kind: 'addOrders', connectionId: null });
    reveal({ kind: 'settings' });
    expect(useSettingsStore.getState().place).toBeNull();
    expect(view().dialog).toEqual({ kind: 'addOrders', connectionId: null });
  });

  it('stay where they are when requested from outside while they are open', () => {
    openSettings('alerts');
    reveal({ kind: 'settings' });
    expect(useSettingsStore.getState().place?.section).toBe('alerts');
  });

  it('stay where they are when a token is asked for', () => {
    openSettings('alerts');
    reveal({ kind: 'token', id: 'c' });
    expect(view().dialog).toEqual({ kind: 'token', connectionId: 'c' });
    expect(useSettingsStore.getState().place?.section).toBe('alerts');
  });

  it('give way to an export that is requested from outside, but a dialog does not', () => {
    openSettings('alerts');
    reveal({ kind: 'export', id: 'a' });
    expect(useSettingsStore.getState().place).toBeNull();
    expect(view()).toMatchObject({ orders: { openId: 'a' }, dialog: { kind: 'export', orderIds: ['a'] } });
    reveal({ kind: 'export', id: 'b' });
    expect(view().dialog).toEqual({ kind: 'export', orderIds: ['a'] });
  });

  it('leave the view as it is, and give back the export that they were opened from', () => {
    showView('timeline');
    const returnTo = { kind: 'export', orderIds: ['a'] } as const;
    openSettings('alerts', { returnTo });
    openSettings('general');
    closeSettings();
    expect(view()).toMatchObject({ view: 'timeline', dialog: returnTo });
  });
});
