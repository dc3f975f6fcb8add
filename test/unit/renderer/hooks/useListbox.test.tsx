// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { OrderChooser } from '#renderer/features/webhook/inbox/OrderChooser.tsx';
import { Palette } from '#renderer/frame/palette/Palette.tsx';
import { QuickWindow } from '#renderer/frame/quick/QuickWindow.tsx';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { QuickRow, QuickTexts } from '#shared/domain/quickView.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';

const names = Array.from({ length: 20 }, (_, index) => `Order ${index}`);
const orders = toColumns(
  names.map((alias, index) => orderWithDays(`o${index}`, 30 + index, Date.now(), { alias })),
);
const entered = vi.fn();

const palette = () => renderPart(<Palette />, { app: { orders }, view: { dialog: { kind: 'palette' } } });

function Chooser() {
  const [chosenId, choose] = useState<string | null>(null);
  const leaf = { subjectAltNames: [] as readonly string[] };
  const delivery = { id: 'd', orderName: 'Order', leaf } as DeliveryView;
  return <OrderChooser delivery={delivery} chosenId={chosenId} onChoose={choose} onConfirm={entered} />;
}

const chooser = () => renderPart(<Chooser />, { app: { orders } });

function quick() {
  const texts = new Proxy({}, { get: (_, name) => (name === 'waiting' ? null : String(name)) }) as QuickTexts;
  const rows = names.map(
    (title): QuickRow => ({
      id: title,
      title,
      status: 'healthy',
      statusName: 'Healthy',
      words: 'expires',
      needsAttention: false,
      help: null,
    }),
  );
  return renderPart(<QuickWindow />, {
    calls: {
      'quick:view': async () => ({ rows, texts, locale: 'en', theme: 'dark' }),
      'quick:open': async () => null,
    },
  });
}

describe.each([
  ['the palette', palette],
  ['the order chooser', chooser],
  ['the quick window', quick],
])('%s', (_, open) => {
  it('moves through its list by the same keys, stops at the ends, and tells a screen reader where it is', async () => {
    const { user } = open();
    const field = await screen.findByRole('combobox');
    field.focus();
    const options = () => screen.getAllByRole('option');
    const active = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const last = options().length - 1;
    expect(last).toBeGreaterThan(10);
    const press = async (key: string) => {
      await user.keyboard(`{${key}}`);
      expect(field.getAttribute('aria-activedescendant')).toBe(options()[active()]?.id);
      return active();
    };
    // The chooser begins with none, so that Enter confirms nothing that was not chosen.
    if (active() < 0) await press('ArrowDown');
    expect(active()).toBe(0);
    expect(await press('ArrowUp')).toBe(0);
    expect(await press('ArrowDown')).toBe(1);
    expect(await press('PageDown')).toBe(9);
    expect(await press('PageUp')).toBe(1);
    expect(await press('End')).toBe(last);
    expect(await press('ArrowDown')).toBe(last);
    expect(await press('PageUp')).toBe(last - 8);
    expect(await press('Home')).toBe(0);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(document.activeElement).toBe(field);
  });

  it('leaves Home and End to a text', async () => {
    const { user } = open();
    const field = (await screen.findByRole('combobox')) as HTMLInputElement;
    field.focus();
    await user.keyboard('order{ArrowDown}{ArrowDown}');
    const before = field.getAttribute('aria-activedescendant');
    expect(before).not.toBeNull();
    await user.keyboard('{Home}');
    expect(field.getAttribute('aria-activedescendant')).toBe(before);
    expect(field.selectionStart).toBe(0);
    await user.keyboard('{End}');
    expect(field.getAttribute('aria-activedescendant')).toBe(before);
    expect(field.selectionStart).toBe(5);
  });
});
