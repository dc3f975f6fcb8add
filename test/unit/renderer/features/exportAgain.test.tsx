// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { exportAgain } from '#renderer/features/deployment/export/exportAgain.ts';
import { NextSteps } from '#renderer/features/deployment/export/NextSteps.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import type { OrderWrite } from '#shared/domain/writeResult.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { withElementSize } from '#test/support/pageLayout.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { copy } from '#test/unit/renderer/copyViews.ts';
import { english as t } from '#test/unit/renderer/translators.ts';

const now = Date.now();
const proven: ExportProof = { kind: 'proven', servername: 'a.example.com', protocol: 'TLSv1.3' };
const offline = { kind: 'offline' } as const;

function written(orderId: string, canUndo = true): OrderWrite {
  const files = { files: ['key.pem', 'chain.pem'], canUndo, proof: proven, run: null };
  return { orderId, kind: 'written', copyId: `copy-${orderId}`, ...files };
}

function failed(orderId: string): OrderWrite {
  return { orderId, kind: 'failed', copyId: `copy-${orderId}`, error: offline };
}

const app = {
  orders: toColumns(['a', 'b', 'c'].map((id) => orderWithDays(id, 60, now))),
  copies: ['a', 'b', 'c'].map((id) => copy({ id: `copy-${id}`, orderId: id, folder: `~/certs/${id}` })),
  presets: builtinPresets,
};

const named = (name: string) => screen.getByRole('button', { name });

describe('the steps after a first export', () => {
  function renderSteps(calls: FakeCalls, change: Parameters<typeof copy>[0] = {}) {
    const copies = [copy({ id: 'copy-a', orderId: 'a', ...change })];
    return renderPart(<NextSteps copyIds={['copy-a']} />, { app: { ...app, copies }, calls });
  }
  const box = (name: RegExp) => screen.getByRole('checkbox', { name });
  const update = new RegExp(`^${t('copies.keepUpToDate')}`, 'u');
  const command = /nginx -s reload/u;
  const check = new RegExp(t('exporting.next.check', { place: 'a.example.com' }), 'u');

  it('are the update, the usual command and the check of the server, each off until it is chosen', async () => {
    const { user, asked } = renderSteps({
      'copies:setAutoRefresh': async () => ok(null),
      'copies:setCommand': async () => ok(null),
      'endpoints:addMany': async () => ok({ added: 1, known: 0, noRoom: 0 }),
    });
    for (const name of [update, command, check]) expect(box(name)).toHaveProperty('checked', false);
    await user.click(box(update));
    await user.click(box(command));
    await user.click(box(check));
    expect(asked).toMatchObject([
      ['copies:setAutoRefresh', { ids: ['copy-a'], autoRefresh: true }],
      ['copies:setCommand', { ids: ['copy-a'], command: expect.arrayContaining(['-s', 'reload']) }],
      ['endpoints:addMany', [{ orderId: 'a', text: 'a.example.com' }]],
    ]);
  });

  it('show what is on, and turn it off', async () => {
    const { user, asked } = renderSteps(
      {
        'copies:setAutoRefresh': async () => ok(null),
        'copies:setCommand': async () => ok(null),
      },
      { autoRefresh: true, command: ['/usr/sbin/nginx', '-s', 'reload'] },
    );
    expect(box(update)).toHaveProperty('checked', true);
    expect(box(command)).toHaveProperty('checked', true);
    await user.click(box(update));
    await user.click(box(command));
    expect(asked).toMatchObject([
      ['copies:setAutoRefresh', { ids: ['copy-a'], autoRefresh: false }],
      ['copies:setCommand', { ids: ['copy-a'], command: null }],
    ]);
  });

  it('are without the update for files with a passphrase', () => {
    renderSteps({}, { needsPassphrase: true });
    expect(screen.queryByRole('checkbox', { name: update })).toBeNull();
  });
});

describe('the steps after an export of several orders', () => {
  const ids = ['a', 'b', 'c'].map((id) => `copy-${id}`);
  const isMixed = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).indeterminate;
  const box = (name: RegExp) => screen.getByRole('checkbox', { name });
  const update = new RegExp(`^${t('copies.keepUpToDate')}`, 'u');
  const command = /nginx -s reload/u;
  const check = new RegExp(t('exporting.next.checkMany', { count: 3 }), 'u');
  const answers: FakeCalls = {
    'copies:setAutoRefresh': async () => ok(null),
    'copies:setCommand': async () => ok(null),
    'endpoints:addMany': async () => ok({ added: 3, known: 0, noRoom: 0 }),
  };

  it('are one box each for all of them, and one call and one message', async () => {
    const { user, asked } = renderPart(<NextSteps copyIds={ids} />, { app, calls: answers });
    for (const name of [update, command, check]) await user.click(box(name));
    expect(asked).toMatchObject([
      ['copies:setAutoRefresh', { ids, autoRefresh: true }],
      ['copies:setCommand', { ids, command: expect.arrayContaining(['-s', 'reload']) }],
      ['endpoints:addMany', ['a', 'b', 'c'].map((orderId) => ({ orderId, text: `${orderId}.example.com` }))],
    ]);
    expect(useToastStore.getState().toasts).toMatchObject([
      { title: t('copies.command.set'), text: t('copies.command.setText', { count: 3 }) },
    ]);
  });

  it('show what is on for some of them, and turn it on for the others', async () => {
    const copies = app.copies.map((each) =>
      each.id === 'copy-b' ? { ...each, autoRefresh: true, command: ['/usr/local/bin/own'] } : each,
    );
    const { user, asked } = renderPart(<NextSteps copyIds={ids} />, {
      app: { ...app, copies },
      calls: answers,
    });
    expect([update, command, check].map(isMixed)).toEqual([true, true, false]);
    await user.click(box(update));
    await user.click(box(command));
    expect(asked).toMatchObject([
      ['copies:setAutoRefresh', { ids, autoRefresh: true }],
      ['copies:setCommand', { ids: ['copy-a', 'copy-c'] }],
    ]);
  });

  it('leave out the update of files with a passphrase', async () => {
    const copies = app.copies.map((each) => ({ ...each, needsPassphrase: each.id === 'copy-b' }));
    const { user, asked } = renderPart(<NextSteps copyIds={ids} />, {
      app: { ...app, copies },
      calls: answers,
    });
    await user.click(box(update));
    expect(asked).toEqual([['copies:setAutoRefresh', { ids: ['copy-a', 'copy-c'], autoRefresh: true }]]);
  });

  it('have a form for the command where no usual one fits all', async () => {
    const copies = app.copies.map((each) => ({ ...each, presetId: each.id === 'copy-b' ? 'pem' : 'nginx' }));
    const { user } = renderPart(<NextSteps copyIds={ids} />, { app: { ...app, copies } });
    await user.click(named(t('copies.command.open')));
    expect(useViewStore.getState().dialog).toEqual({ kind: 'copyCommand', copyIds: ids });
  });
});

describe('the list of an export of several orders', () => {
  const results = [written('a'), failed('b'), failed('c')];

  function renderList(calls: FakeCalls = {}, shown: readonly OrderWrite[] = results) {
    withElementSize(800, 600);
    return renderPart(<ExportDialog />, {
      app,
      view: { dialog: { kind: 'export', orderIds: ['a', 'b', 'c'], results: shown } },
      calls,
    });
  }

  it('begins with the failures, each with its cause', () => {
    renderList();
    expect(screen.getByText(t('exporting.again.sum', { done: 1, total: 3 }))).toBeDefined();
    const rows = within(screen.getByRole('region', { name: t('exporting.items') })).getAllByRole('listitem');
    const names = rows.map((row) => row.textContent?.slice(0, 'a.example.com'.length));
    expect(names).toEqual(['b.example.com', 'c.example.com', 'a.example.com']);
    expect(rows[0]?.textContent).toContain(describeError(offline, t).title);
    expect(rows[0]?.textContent).toContain('~/certs/b');
  });

  it('retries only what failed, and ends when nothing is left', async () => {
    const { user, asked } = renderList({ 'export:again': async () => ok([written('b'), written('c')]) });
    await user.click(named(t('exporting.retry', { count: 2 })));
    expect(asked).toEqual([['export:again', ['b', 'c']]]);
    await waitFor(() => expect(useViewStore.getState().dialog).toEqual({ kind: 'none' }));
    expect(useToastStore.getState().toasts).toMatchObject([
      { title: t('exporting.replaced.title', { count: 4 }), text: t('exporting.replaced.verified') },
    ]);
  });

  it('offers the review of what has a question', async () => {
    const { user, asked } = renderList({ 'export:start': async () => ok('job-1') }, [
      written('a'),
      { orderId: 'b', kind: 'needsReview', copyId: 'copy-b', fingerprint256: '', findings: [] },
    ]);
    expect(screen.queryByRole('button', { name: t('exporting.retry', { count: 1 }) })).toBeNull();
    await user.click(named(t('exporting.again.review')));
    expect(asked).toMatchObject([['export:start', { orderIds: ['b'], into: 'copy-b', presetId: 'nginx' }]]);
  });
});

describe('the message after an export', () => {
  function answerWith(results: readonly OrderWrite[], calls: FakeCalls = {}) {
    return renderPart(null, { app, calls: { 'export:again': async () => ok(results), ...calls } });
  }
  const toast = () => useToastStore.getState().toasts[0];

  it('says how many files were replaced, and undoes it', async () => {
    const restored = { kind: 'written', run: null } as const;
    const { asked } = answerWith([written('a')], { 'copies:restore': async () => ok(restored) });
    await exportAgain(['a']);
    expect(toast()).toMatchObject({ tone: 'success', title: t('exporting.replaced.title', { count: 2 }) });
    toast()?.action?.run();
    await waitFor(() =>
      expect(asked).toContainEqual(['copies:restore', { id: 'copy-a', overwriteChanged: false }]),
    );
  });

  it('offers no undo if there were no files before', async () => {
    answerWith([written('a', false)]);
    await exportAgain(['a']);
    expect(toast()).toMatchObject({ title: t('exporting.replaced.written', { count: 2 }) });
    expect(toast()?.action).toBeUndefined();
  });

  it('is a warning with the cause if the one order failed', async () => {
    answerWith([failed('a')]);
    await exportAgain(['a']);
    expect(toast()).toMatchObject({ title: t('exporting.done.failed') });
    expect(useViewStore.getState().dialog).toEqual({ kind: 'none' });
  });
});
