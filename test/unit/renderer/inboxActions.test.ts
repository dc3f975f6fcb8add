import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runDeliveryAction } from '#renderer/features/webhook/inbox/inboxActions.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { initialView, showView, useViewStore } from '#renderer/stores/viewStore.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { NOW, snapshotOf } from './orderRows.ts';

/** Replaces the bridge of the preload script; records the calls and gives the same answer to all. */
class FakeBridge {
  readonly asked: [string, unknown][] = [];
  answer: Result<null> = ok(null);
  readonly calls = Object.fromEntries(
    ['inbox:approve', 'inbox:unmap', 'inbox:recheck'].map((name) => [
      name,
      (args: unknown) => {
        this.asked.push([name, args]);
        return Promise.resolve(this.answer);
      },
    ]),
  );
}

let main: FakeBridge;
const delivery = deliveryView('d', NOW, { orderName: 'web-1', orderId: 'o' });

beforeEach(() => {
  main = new FakeBridge();
  vi.stubGlobal('window', { notAfter: main });
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, [])) }, true);
  useViewStore.setState(initialView, true);
  useToastStore.setState({ toasts: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const toasts = () => useToastStore.getState().toasts;
const view = () => useViewStore.getState();

describe('runDeliveryAction', () => {
  it.each([
    ['map', 'mapDelivery'],
    ['discard', 'discardDelivery'],
  ] as const)('asks before the action: %s', (action, kind) => {
    runDeliveryAction(action, delivery);
    expect(view().dialog).toEqual({ kind, deliveryId: 'd' });
    expect(main.asked).toEqual([]);
  });

  it('exports the delivery itself, for its order', () => {
    runDeliveryAction('export', delivery);
    expect(view().dialog).toEqual({ kind: 'export', orderIds: ['o'], deliveryId: 'd' });
  });

  it('closes the inbox and opens the order', () => {
    showView('inbox');
    runDeliveryAction('showOrder', delivery);
    expect(view()).toMatchObject({ view: 'orders', orders: { openId: 'o' } });
  });

  it('lets main ask before a delivery is accepted, and reports the result unless the user declined', async () => {
    main.answer = err({ kind: 'consent', reason: 'declined' });
    runDeliveryAction('approve', delivery);
    await vi.waitFor(() => expect(main.asked).toEqual([['inbox:approve', 'd']]));
    main.answer = ok(null);
    runDeliveryAction('approve', delivery);
    await vi.waitFor(() =>
      expect(toasts().map(({ title }) => title)).toEqual(['“web-1” is a push-only order']),
    );
  });

  it('reports the effect of an unlinked name', async () => {
    runDeliveryAction('unmap', delivery);
    await vi.waitFor(() => expect(toasts()[0]?.title).toBe('“web-1” is no longer linked'));
    expect(main.asked).toEqual([['inbox:unmap', 'd']]);
  });

  it('repeats a check without a message, and reports a failure', async () => {
    runDeliveryAction('recheck', delivery);
    expect(main.asked).toEqual([['inbox:recheck', 'd']]);
    main.answer = err({ kind: 'unknownId' });
    runDeliveryAction('recheck', delivery);
    await vi.waitFor(() => expect(toasts()).toMatchObject([{ tone: 'danger' }]));
    expect(toasts()[0]?.title).toBe('Could not check again');
  });
});
