// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { recordEarlyInput } from '#main/desktop/earlyInput.ts';
import { quick } from '#renderer/drawnPages.tsx';
import { QuickWindow } from '#renderer/frame/quick/QuickWindow.tsx';
import { replayInput } from '#renderer/frame/replayInput.ts';
import type { QuickRow, QuickView } from '#shared/domain/quickView.ts';
import { DRAWN_FROM } from '#shared/ipc/drawnPages.ts';
import { hostileParts, outline, parsedPage, refusedParts } from '#test/support/drawnPage.ts';
import { renderPart } from '#test/support/renderPart.tsx';

const row = (id: string, title: string, change: Partial<QuickRow> = {}): QuickRow => ({
  id,
  title,
  status: 'healthy',
  statusName: 'Healthy',
  words: `${title} expires in 60 days`,
  needsAttention: false,
  help: { action: 'update', label: 'Update files' },
  ...change,
});

/** An expired order and healthy ones, with all that a view can have. */
const viewOf = (...titles: readonly string[]): QuickView => ({
  rows: [
    row('shop', 'Shop', { status: 'expired', needsAttention: true, help: null }),
    ...titles.map((title, index) => row(`row-${index}`, title)),
  ],
  texts: {
    search: 'Search orders',
    attention: 'Needs attention',
    next: 'Next',
    empty: 'No orders match',
    state: '1 order needs attention',
    waiting: '2 deliveries wait',
    started: 'Started.',
    details: 'details',
    window: 'window',
    windowKey: 'Ctrl O',
  },
  locale: 'en',
  theme: 'system',
});

const drawn = (view: QuickView) => parsedPage(quick(view));

const fakeMain = (view: QuickView) => ({
  'quick:view': async () => view,
  'quick:help': async () => ({ isFailure: false, title: 'Mail', text: null }),
  'quick:open': async () => null,
});

test('main draws what the window shows at first', () => {
  const view = viewOf('Mail', 'Portal');
  const root = drawn(view).getElementById('root');
  // React focuses the field itself.
  root?.querySelector('input')?.removeAttribute('autofocus');
  renderPart(<QuickWindow first={view} typed="" />, { calls: fakeMain(view) });
  expect(outline(root?.firstElementChild)).toEqual(outline(document.querySelector('main')));
});

test('names from outside are texts, whatever they contain', () => {
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...hostileParts)).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
  );
  const elementsOf = (page: Document) => [...page.querySelectorAll('*')].map(({ tagName }) => tagName);
  const plain = elementsOf(drawn(viewOf('Mail')));
  const property = fc.property(hostile, (name) => {
    const view = viewOf(name);
    const page = drawn(view);
    expect(elementsOf(page)).toEqual(plain);
    expect(JSON.parse(page.getElementById(DRAWN_FROM)?.textContent ?? '')).toEqual(view);
  });
  fc.assert(property);
});

test('a drawn page needs no style and no script of its own', () => {
  const page = drawn(viewOf('Mail'));
  expect(page.querySelector(refusedParts)).toBeNull();
});

/** The drawn page with its recorder, which its program then takes over. */
function takenOver(view: QuickView, does: () => void) {
  document.body.insertAdjacentHTML('afterbegin', quick(view).html);
  onTestFinished(() => document.getElementById(DRAWN_FROM)?.remove());
  const end = recordEarlyInput();
  does();
  const typed = document.querySelector('input')?.value ?? '';
  document.getElementById('root')?.remove();
  const part = renderPart(<QuickWindow first={view} typed={typed} />, { calls: fakeMain(view) });
  replayInput(end());
  return part;
}

const press = (key: string) =>
  document.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

test('a click on a button is done as soon as the program is there', () => {
  const part = takenOver(viewOf('Mail', 'Portal'), () =>
    document.querySelector<HTMLElement>('[data-quick-help="row-0"]')?.click(),
  );
  expect(part.asked).toContainEqual(['quick:help', { orderId: 'row-0', action: 'update' }]);
});

test('a click on an order, and on the way to the window', () => {
  const part = takenOver(viewOf('Mail'), () => {
    document
      .querySelector<HTMLElement>('[data-quick-order="row-0"] svg')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    document.querySelector<HTMLElement>('[data-quick-place="window"]')?.click();
  });
  const opened = part.asked.filter(([name]) => name === 'quick:open');
  expect(opened).toEqual([
    ['quick:open', { orderId: 'row-0' }],
    ['quick:open', null],
  ]);
});

test('keys choose and act in their order', async () => {
  const part = takenOver(viewOf('Mail', 'Portal'), () => {
    press('ArrowDown');
    press('ArrowDown');
    press('Enter');
  });
  await expect.poll(() => part.asked).toContainEqual(['quick:help', { orderId: 'row-1', action: 'update' }]);
});

test('a click on what is gone does nothing', () => {
  const part = takenOver(viewOf('Mail'), () => undefined);
  const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  const event = { bubbles: true, cancelable: true, ...held, detail: 1 } as const;
  const click = { kind: 'click', event } as const;
  const on = (value: string) => ({ attribute: 'data-quick-help', value }) as const;
  replayInput(['row-9', '"], [data-quick-help="row-0'].map((value) => ({ ...click, on: on(value) })));
  expect(part.asked.filter(([name]) => name === 'quick:help')).toEqual([]);
});

test('what was typed is searched for, and typed on at its end', async () => {
  const part = takenOver(viewOf('Mail'), () => {
    const field = document.querySelector('input');
    if (field !== null) field.value = 'ma';
  });
  const field = screen.getByRole<HTMLInputElement>('combobox');
  expect(field.value).toBe('ma');
  expect(field.selectionStart).toBe(2);
  await expect.poll(() => part.asked).toContainEqual(['quick:view', { search: 'ma' }]);
});
