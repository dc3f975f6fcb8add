// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OrderPanel } from '#renderer/features/orders/details/OrderPanel.tsx';
import { preloadParts } from '#renderer/hooks/lazyPart.tsx';
import { noRow, revealOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { OrderDetails, OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english } from '#test/unit/renderer/translators.ts';

const now = Date.now();

const leaf: CertificateFacts = {
  fingerprint256: 'ab'.repeat(32),
  subject: 'CN=shop.example.com',
  commonName: 'shop.example.com',
  subjectAltNames: ['shop.example.com', 'www.shop.example.com'],
  issuer: 'CN=Test CA',
  issuerName: 'Test CA',
  serialNumber: '01AB',
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  notBefore: now - 30 * DAY_MS,
  notAfter: now + 60 * DAY_MS,
  isCa: false,
  selfIssued: false,
};

const details: OrderDetails = {
  id: 'shop',
  leaf,
  chain: [],
  serviceNotAfter: null,
  serviceZoneOffsetMinutes: null,
  history: [],
  addedAt: now - 90 * DAY_MS,
};

interface PanelOptions {
  readonly days?: number;
  readonly change?: Partial<OrderRow>;
  readonly answer?: Result<OrderDetails>;
  readonly calls?: FakeCalls;
}

/** Renders the panel of the order `shop`, and waits until its details have been read. */
async function renderPanel({ days = 60, change = {}, answer = ok(details), calls = {} }: PanelOptions = {}) {
  const row = orderWithDays('shop', days, now, { lastConfirmedAt: now - HOUR_MS, ...change });
  const status = deriveStatus(row, 'active', defaultSettings, now);
  const part = renderPart(<OrderPanel row={row} status={status} />, {
    app: { orders: toColumns([row]) },
    view: { orders: { ...noRow, openId: 'shop' } },
    calls: { 'orders:details': async () => answer, ...calls },
  });
  const title = answer.ok ? 'orders.panel.certificate' : 'orders.panel.loadFailed';
  await waitFor(() => expect(screen.getByText(english(title))).toBeDefined());
  return part;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string) => screen.queryByRole('button', { name });
/** Opens the menu of the other actions. */
async function openMenu(user: UserEvent): Promise<void> {
  await preloadParts();
  await user.click(screen.getByRole('button', { name: english('orders.panel.more') }));
  await screen.findByRole('menu');
}

const isShown = (text: string | RegExp) => screen.queryByText(text) !== null;

it('shows a healthy order with its certificate, and no problems', async () => {
  await renderPanel();
  expect(isShown(english('orders.status.healthy'))).toBe(true);
  const facts = section(english('orders.panel.certificate'));
  expect(facts.getByText('CN=shop.example.com')).toBeDefined();
  expect(facts.getByText('www.shop.example.com')).toBeDefined();
  expect(isShown(english('orders.panel.lastError'))).toBe(false);
  expect(isShown(english('orders.panel.findings'))).toBe(false);
});

it('shows an expired order as expired', async () => {
  await renderPanel({ days: -3 });
  expect(isShown(english('orders.status.expired'))).toBe(true);
});

it('shows why an order cannot be confirmed, and what to do', async () => {
  await renderPanel({
    change: {
      failure: { kind: 'serverError', status: 503, retryAfterMs: null },
      failures: 3,
      lastConfirmedAt: now - HOUR_MS,
    },
  });
  expect(isShown(english('orders.status.failing'))).toBe(true);
  const error = section(english('orders.panel.lastError'));
  expect(error.getByText(english('errors.serverError.next'))).toBeDefined();
});

it('shows an alias that is too long for a new one, and sends none that is', async () => {
  const sent: unknown[] = [];
  const older = 'x'.repeat(textLimits.alias + 1);
  const { user } = await renderPanel({
    change: { alias: older },
    calls: {
      'orders:setAlias': async (argument) => {
        sent.push(argument);
        return ok(null);
      },
    },
  });
  expect(screen.getByRole('heading', { name: older })).toBeDefined();
  await user.click(screen.getByRole('button', { name: english('orders.panel.editAlias') }));
  await user.click(screen.getByRole('button', { name: english('common.save') }));
  expect(screen.getByRole('alert').textContent).toBe(english('errors.invalidInput.why.tooLong'));
  await user.type(screen.getByRole('textbox', { name: english('orders.panel.alias') }), '{Backspace}');
  await user.click(screen.getByRole('button', { name: english('common.save') }));
  expect(sent).toEqual([{ id: 'shop', alias: 'x'.repeat(textLimits.alias) }]);
});

it('accepts findings that need a review', async () => {
  const accepted: unknown[] = [];
  const findings: readonly Finding[] = [{ kind: 'namesLost', names: ['old.example.com'] }];
  const { user } = await renderPanel({
    change: { findings },
    calls: {
      'orders:accept': async (argument) => {
        accepted.push(argument);
        return ok(null);
      },
    },
  });
  expect(isShown(english('orders.status.needsReview'))).toBe(true);
  expect(section(english('orders.panel.findings')).getAllByText(/old\.example\.com/u)).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: english('orders.accept.names') }));
  expect(accepted).toEqual([{ id: 'shop', fingerprint256: 'leaf-shop' }]);
});

it('shows findings that need no review without a button to accept them', async () => {
  await renderPanel({ change: { findings: [{ kind: 'chainIncomplete', missingIssuer: 'Root X' }] } });
  expect(isShown(english('orders.status.healthy'))).toBe(true);
  const findings = section(english('orders.panel.findings'));
  expect(findings.getByText(english('orders.finding.chainIncomplete.title'))).toBeDefined();
  expect(findings.queryByRole('button')).toBeNull();
  expect(isShown(english('orders.panel.missing', { issuer: 'Root X' }))).toBe(true);
});

it('explains a push-only order, and offers no sync', async () => {
  const { user } = await renderPanel({ change: { source: pushSource('Shop', 'h1') } });
  expect(isShown(english('inbox.pushOnly.explained'))).toBe(true);
  await openMenu(user);
  expect(screen.queryByRole('menuitem', { name: english('orders.action.sync') })).toBeNull();
  expect(button(english('orders.action.export'))).not.toBeNull();
});

it('shows why the details could not be read, and keeps the rest', async () => {
  await renderPanel({ answer: err({ kind: 'unknownId' }) });
  expect(isShown(english('orders.panel.certificate'))).toBe(false);
  expect(isShown(english('orders.status.healthy'))).toBe(true);
});

it('exports, syncs and closes', async () => {
  const { user, asked } = await renderPanel({ calls: { 'orders:sync': async () => null } });
  await openMenu(user);
  await user.click(screen.getByRole('menuitem', { name: english('orders.action.sync') }));
  expect(asked).toContainEqual(['orders:sync', ['shop']]);
  await user.click(screen.getByRole('button', { name: english('orders.action.export') }));
  expect(useViewStore.getState().dialog).toEqual({ kind: 'export', orderIds: ['shop'] });
  await user.click(screen.getByRole('button', { name: english('orders.panel.close') }));
  expect(useViewStore.getState().orders.openId).toBeNull();
});

/** Renders the panel with tags and a note, and records what is sent to store others. */
async function renderAnnotated(tags: readonly string[], note: string) {
  const sent: unknown[] = [];
  const part = await renderPanel({
    change: { tags, note },
    calls: {
      'orders:annotate': async (argument) => {
        sent.push(argument);
        return ok(null);
      },
    },
  });
  const annotation = () => section(english('orders.panel.annotation'));
  const textbox = (name: 'tags' | 'note') =>
    screen.getByRole('textbox', { name: english(`orders.panel.${name}`) });
  const press = (name: string) => part.user.click(screen.getByRole('button', { name }));
  return { ...part, sent, annotation, textbox, press };
}

it('shows tags and a note of several lines, and the orders with a tag at a click', async () => {
  const { annotation, user } = await renderAnnotated(['prod', 'team:web'], 'Ask the desk\nbefore');
  expect(annotation().getByText(/Ask the desk\s+before/u)).toBeDefined();
  await user.click(annotation().getByRole('button', { name: 'team:web' }));
  expect(useViewStore.getState().filter.search).toBe('tag:"team:web"');
});

it('has a form for tags and a note once it is asked for, stores them, and refuses those that are too long', async () => {
  const { sent, textbox, press, user } = await renderAnnotated([], '');
  expect(screen.queryByRole('heading', { name: english('orders.panel.annotation') })).toBeNull();
  await press(english('orders.panel.more'));
  await user.click(await screen.findByRole('menuitem', { name: english('verbs.annotate') }));
  await waitFor(() => expect(document.activeElement).toBe(textbox('tags')));
  await user.type(textbox('tags'), `prod, ${'x'.repeat(textLimits.tag + 1)}`);
  await user.type(textbox('note'), 'Ask first');
  await press(english('common.save'));
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(textbox('tags'));
  expect(isShown(new RegExp(english('errors.invalidInput.next.tags'), 'u'))).toBe(true);
  await user.keyboard('{Backspace}');
  await press(english('common.save'));
  expect(sent).toEqual([{ id: 'shop', tags: `prod, ${'x'.repeat(textLimits.tag)}`, note: 'Ask first' }]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('leaves tags and note as they were after Escape, at once or after the question about what was typed', async () => {
  const { sent, textbox, press, user, annotation } = await renderAnnotated(['prod'], 'Kept');
  await press(english('orders.panel.editAnnotation'));
  expect(textbox('tags')).toHaveProperty('value', 'prod');
  await user.type(textbox('note'), '{Escape}');
  expect(annotation().getByText('Kept')).toBeDefined();
  await press(english('orders.panel.editAnnotation'));
  await user.type(textbox('note'), ' and changed{Escape}');
  expect(isShown(english('common.unsaved.question'))).toBe(true);
  await user.keyboard('{Escape}');
  expect(textbox('note')).toHaveProperty('value', 'Kept and changed');
  await user.type(textbox('note'), '{Escape}');
  await press(english('common.unsaved.drop'));
  expect(sent).toEqual([]);
  expect(annotation().getByText('Kept')).toBeDefined();
});

it('keeps what was typed about an order while the details of another one are shown, and ends an untouched form', async () => {
  const { sent, textbox, press, user, rerender } = await renderAnnotated(['prod'], 'Kept');
  const show = (id: string) =>
    rerender(
      <OrderPanel row={orderWithDays(id, 60, now, { tags: ['prod'], note: 'Kept' })} status="healthy" />,
    );
  await press(english('orders.panel.editAnnotation'));
  show('mail');
  show('shop');
  expect(screen.queryByRole('textbox')).toBeNull();
  await press(english('orders.panel.editAnnotation'));
  await user.type(textbox('note'), ' and changed');
  show('mail');
  expect(screen.queryByRole('textbox')).toBeNull();
  await press(english('orders.panel.editAnnotation'));
  expect(textbox('note')).toHaveProperty('value', 'Kept');
  show('shop');
  expect(textbox('note')).toHaveProperty('value', 'Kept and changed');
  await press(english('common.save'));
  expect(sent).toEqual([{ id: 'shop', tags: 'prod', note: 'Kept and changed' }]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('stores tags and note by Ctrl+Enter, also from the note, where Enter begins a line', async () => {
  const { sent, textbox, press, user } = await renderAnnotated(['prod'], 'One');
  await press(english('orders.panel.editAnnotation'));
  await user.type(textbox('note'), '{Enter}two{Control>}{Enter}{/Control}');
  expect(sent).toEqual([{ id: 'shop', tags: 'prod', note: 'One\ntwo' }]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

/** A row and, while it is open, its panel. */
function RowAndPanel({ row }: { readonly row: OrderRow }) {
  const isOpen = useViewStore(({ orders }) => orders.openId !== null);
  return (
    <>
      <button type="button" data-order-id={row.id}>
        Row
      </button>
      {isOpen && <OrderPanel row={row} status="healthy" />}
    </>
  );
}

it('takes the focus when the user opens it, and gives it back to the row when it closes', async () => {
  const row = orderWithDays('shop', 60, now);
  const { user } = renderPart(<RowAndPanel row={row} />, {
    app: { orders: toColumns([row]) },
    calls: { 'orders:details': async () => ok(details) },
  });
  act(() => revealOrder('shop'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
  await user.click(screen.getByRole('button', { name: english('orders.panel.close') }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Row' }));
});

it('leaves the focus in the list that moves to another order', async () => {
  await renderPanel();
  expect(document.activeElement).toBe(document.body);
});
