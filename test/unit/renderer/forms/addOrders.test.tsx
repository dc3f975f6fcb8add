// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AddOrdersDialog, answerOf } from '#renderer/features/orders/adding/AddOrdersDialog.tsx';
import { PasteOrders } from '#renderer/features/orders/adding/PasteOrders.tsx';
import { textLimits } from '#shared/domain/textLimits.ts';
import { ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { connection, unfetchedRow } from '../orderRows.ts';
import { field, press } from './formDriver.ts';

const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const options = {
  app: { connections: [connection('c1', 'Certs')] },
  calls: { 'orders:add': async () => ok({ results: [], refused: [] }) },
};

function renderDialog(calls: FakeCalls = {}) {
  const dialog = { kind: 'addOrders', connectionId: null } as const;
  return renderPart(<AddOrdersDialog />, {
    ...options,
    calls: { ...options.calls, ...calls },
    view: { dialog },
  });
}

describe('adding orders', () => {
  it('shows each pasted rid, and adds those that are left', async () => {
    const { user, asked } = renderDialog();
    await user.click(field(t('addOrders.rids')));
    await user.paste('r1, r2 "r 3"\nr1');
    await user.paste('https://certs.example.com/open/ssl/latest/r4');
    screen.getByText(
      [t('addOrders.preview.found', { count: 4 }), t('addOrders.preview.duplicates', { count: 1 })].join(
        ' · ',
      ),
    );
    await press(user, t('addOrders.leaveOut', { rid: 'r2' }));
    await press(user, t('addOrders.submitCount', { count: 3 }));
    await waitFor(() => expect(asked.map(([name]) => name)).toContain('orders:add'));
    const text = 'r1\nhttps://rid.invalid/open/ssl/latest/r%203\nr4';
    expect(asked.at(-1)).toEqual(['orders:add', { connectionId: 'c1', text }]);
  });

  it('adds what was pasted by Ctrl+Enter in the box', async () => {
    const { user, asked } = renderDialog();
    await user.click(field(t('addOrders.rids')));
    await user.paste('r1, r2');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(asked).toEqual([['orders:add', { connectionId: 'c1', text: 'r1\nr2' }]]));
  });

  it('takes the rids on the clipboard with one press, and says what stayed there', async () => {
    const copied = { rids: ['r1', 'r2'], withheld: 1 };
    const { user } = renderDialog({ 'orders:readRids': async () => ok(copied) });
    await press(user, t('addOrders.copied.paste'));
    await screen.findByRole('button', { name: t('addOrders.submitCount', { count: 2 }) });
    screen.getByText(t('addOrders.copied.withheld', { count: 1 }));
    await user.click(field(t('addOrders.rids')));
    await user.paste('r3');
    screen.getByRole('button', { name: t('addOrders.submitCount', { count: 3 }) });
    expect(screen.queryByText(t('addOrders.copied.withheld', { count: 1 }))).toBeNull();
  });

  it('says that the clipboard has no rids', async () => {
    const { user } = renderDialog({ 'orders:readRids': async () => ok({ rids: [], withheld: 0 }) });
    await press(user, t('addOrders.copied.paste'));
    await screen.findByText(t('addOrders.copied.none'));
  });

  it('counts what is typed before the box is left', async () => {
    const { user } = renderDialog();
    await user.type(field(t('addOrders.rids')), 'r1 r2');
    await screen.findByRole('button', { name: t('addOrders.submitCount', { count: 2 }) });
  });

  it('shows no token that was pasted with the rids', async () => {
    const { user } = renderDialog();
    await user.click(field(t('addOrders.rids')));
    await user.paste(`Bearer ${token} r1`);
    screen.getByText(t('addOrders.odd.otherToken'), { exact: false });
    expect(field(t('addOrders.rids')).value).toBe('');
    expect(document.body.innerHTML).not.toContain(token);
  });

  it('hides a word that looks like a token, does not count it, and leaves it to main to refuse it', async () => {
    const word = 'Zt7Qm4Kx9Lw2Vb8N';
    const refused = [{ text: '••••••••', reason: 'token' as const }];
    const { user, asked } = renderDialog({ 'orders:add': async () => ok({ results: [], refused }) });
    await user.click(field(t('addOrders.rids')));
    await user.paste(`r1 r2 ${word}`);
    screen.getByText('••••••••Vb8N');
    screen.getByText(t('addOrders.mayBeToken'));
    expect(document.body.innerHTML).not.toContain(word);
    screen.getByText(t('addOrders.preview.found', { count: 2 }));
    await press(user, t('addOrders.submit'));
    await screen.findByText(t('addOrders.odd.token'), { exact: false });
    expect(asked.at(-1)).toEqual(['orders:add', { connectionId: 'c1', text: `r1\nr2\n${word}` }]);
    expect(document.body.innerHTML).not.toContain(word);
  });

  it('refuses a text that is too long as a whole', async () => {
    const { user } = renderDialog();
    await user.click(field(t('addOrders.rids')));
    await user.paste('r1 '.repeat(textLimits.rids / 2));
    screen.getByText(t('addOrders.preview.tooLong', { limit: textLimits.rids }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('addOrders.submit') }).disabled).toBe(
      true,
    );
  });

  it('works in place of an empty list', async () => {
    const { user, asked } = renderPart(<PasteOrders />, options);
    await user.click(field(t('addOrders.rids')));
    await user.paste('r1');
    await press(user, t('addOrders.submitCount', { count: 1 }));
    await waitFor(() => expect(asked).toEqual([['orders:add', { connectionId: 'c1', text: 'r1' }]]));
  });
});

describe('answerOf', () => {
  const fresh = unfetchedRow('a');

  it('goes from waiting through asking to the answer of the service', () => {
    expect(answerOf(fresh, false)).toEqual({ kind: 'waiting' });
    expect(answerOf(fresh, true)).toEqual({ kind: 'asking' });
    expect(answerOf({ ...fresh, notAfter: 5 }, false)).toEqual({ kind: 'known', end: 5 });
    expect(answerOf({ ...fresh, failure: { kind: 'unknownRid' } }, false)).toEqual({
      kind: 'failed',
      error: { kind: 'unknownRid' },
    });
  });

  it('says that an order was removed meanwhile', () => {
    expect(answerOf(undefined, false)).toEqual({ kind: 'removed' });
  });

  it('shows a failure even if a former certificate is known', () => {
    expect(answerOf({ ...fresh, notAfter: 5, failure: { kind: 'offline' } }, false).kind).toBe('failed');
  });
});
