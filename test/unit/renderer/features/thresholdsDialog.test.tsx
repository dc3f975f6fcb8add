// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ThresholdsDialog } from '#renderer/features/orders/thresholds/ThresholdsDialog.tsx';
import { ThresholdsFact } from '#renderer/features/orders/thresholds/ThresholdsFact.tsx';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { chinese, english as t } from '#test/unit/renderer/translators.ts';

const order = (id: string, change: Partial<OrderRow> = {}) => orderWithDays(id, 60, Date.now(), change);

const calls: FakeCalls = {
  'orders:setThresholds': async () => ok(null),
  'settings:set': async () => ok(null),
};

const tagThresholds = [{ tag: 'prod', warning: '45d', critical: '10d' }];

function renderDialog(
  rows: readonly OrderRow[],
  change: Partial<Extract<DialogState, { kind: 'thresholds' }>> = {},
) {
  return renderPart(<ThresholdsDialog />, {
    app: { orders: toColumns(rows), settings: { ...defaultSettings, tagThresholds } },
    view: { dialog: { kind: 'thresholds', orderIds: rows.map(({ id }) => id), ...change } },
    calls,
  });
}

const field = (key: 'settings.warning' | 'settings.critical') =>
  screen.getByRole<HTMLInputElement>('textbox', { name: t(key) });
const save = () => screen.getByRole('button', { name: t('common.save') });

describe('the dialog for when to warn', () => {
  it('stores both times of an order as they are read, and says what they mean for it', async () => {
    const { user, asked } = renderDialog([order('a')]);
    await user.type(field('settings.warning'), '45, 50%');
    await user.type(field('settings.critical'), '10');
    expect(screen.getByRole('status').textContent).toContain('45 days');
    await user.click(save());
    expect(asked).toEqual([
      ['orders:setThresholds', { ids: ['a'], thresholds: { warning: '45d,50%', critical: '10d' } }],
    ]);
    await waitFor(() => expect(useViewStore.getState().dialog.kind).toBe('none'));
  });

  it.each([
    ['soon', '10d', 'orders.thresholds.bad'],
    ['10d', '20d', 'orders.thresholds.criticalAbove'],
  ] as const)('refuses %s and %s with the reason', async (warning, critical, reason) => {
    const { user, asked } = renderDialog([order('a')]);
    await user.type(field('settings.warning'), warning);
    await user.type(field('settings.critical'), critical);
    await user.click(save());
    expect(screen.getByText(t(reason))).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('removes the times of several orders by empty fields', async () => {
    const thresholds = { warning: '60d', critical: '10d' };
    const { user, asked } = renderDialog([order('a', { thresholds }), order('b')]);
    for (const key of ['settings.warning', 'settings.critical'] as const) await user.clear(field(key));
    await user.click(save());
    expect(asked).toEqual([['orders:setThresholds', { ids: ['a', 'b'], thresholds: null }]]);
  });

  it('is about all orders with the tag from whose menu it was opened, and keeps other tags', async () => {
    const { user, asked } = renderDialog([order('a', { tags: ['Web'] }), order('b', { tags: ['web'] })], {
      tag: 'Web',
    });
    expect(screen.getByText(t('orders.thresholds.tagged', { tag: 'Web' }))).toBeDefined();
    expect(screen.queryByText(t('orders.thresholds.orders', { count: 2 }))).toBeNull();
    await user.type(field('settings.warning'), '20');
    await user.type(field('settings.critical'), '5');
    await user.click(save());
    const web = { tag: 'Web', warning: '20d', critical: '5d' };
    expect(asked).toEqual([['settings:set', { tagThresholds: [...tagThresholds, web] }]]);
  });

  it('shows the stored times of the tag', () => {
    renderDialog([order('a', { tags: ['Prod'] })], { tag: 'Prod' });
    expect(field('settings.warning').value).toBe('45d');
    expect(field('settings.critical').value).toBe('10d');
  });
});

describe('the details', () => {
  const own = { warning: '40d', critical: '8d' };
  it.each([
    ['the settings', {}, 'ofAll', { warning: '30 days', critical: '7 days' }],
    ['a tag', { tags: ['Prod'] }, 'ofTag', { warning: '45 days', critical: '10 days', tag: 'prod' }],
    ['the order', { tags: ['Prod'], thresholds: own }, 'ofOrder', { warning: '40 days', critical: '8 days' }],
  ] as const)('say in one sentence what applies and that it comes from %s', (_, change, key, values) => {
    const row = order('a', change);
    renderPart(
      <dl>
        <ThresholdsFact row={row} />
      </dl>,
      { app: { orders: toColumns([row]), settings: { ...defaultSettings, tagThresholds } } },
    );
    const sentence = t(`orders.thresholds.${key}`, values as never);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(sentence.match(/[.]/gu)).toHaveLength(1);
    expect(chinese(`orders.thresholds.${key}`, values as never).match(/。/gu)).toHaveLength(1);
  });
});
