// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { useAppStore } from '#renderer/stores/appStore.ts';
import type { ExportDialogState } from '#renderer/stores/dialog.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { withElementSize } from '#test/support/pageLayout.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english } from '#test/unit/renderer/translators.ts';

const now = Date.now();

function item(change: Partial<ExportItemView> = {}): ExportItemView {
  return {
    orderId: 'shop',
    title: 'shop.example.com',
    folder: 'shop',
    state: 'ready',
    leaf: {
      commonName: 'shop.example.com',
      fingerprint256: 'ab'.repeat(32),
      notBefore: now - 30 * DAY_MS,
      notAfter: now + 60 * DAY_MS,
      renewed: false,
    },
    review: [],
    chain: { complete: true, missingIssuer: null },
    planned: ['privkey.pem', 'fullchain.pem'],
    conflicts: [],
    isUpdate: false,
    currentSince: null,
    copyId: null,
    canUndo: false,
    files: [],
    snippet: null,
    proof: null,
    error: null,
    ...change,
  };
}

function job(change: Partial<ExportJobView> = {}): ExportJobView {
  return {
    id: 'job-1',
    phase: 'review',
    container: 'folder',
    presetId: 'pem',
    needsPassphrase: false,
    target: '/srv/certs',
    warnings: [],
    items: [item()],
    asksToAccept: false,
    completed: 0,
    cancelled: false,
    error: null,
    ...change,
  };
}

interface DialogOptions {
  readonly exportJob?: ExportJobView;
  readonly dialog?: Partial<ExportDialogState>;
  readonly calls?: FakeCalls;
}

function renderDialog({ exportJob, dialog = {}, calls = {} }: DialogOptions = {}) {
  withElementSize(800, 600);
  return renderPart(<ExportDialog />, {
    app: {
      orders: toColumns([orderWithDays('shop', 60, now)]),
      presets: builtinPresets,
      exportJob: exportJob ?? null,
    },
    view: { dialog: { kind: 'export', orderIds: ['shop'], ...dialog } },
    calls,
  });
}

/** Main has published a new state of the export. */
function publish(exportJob: ExportJobView | null): void {
  act(() => {
    const state = useAppStore.getState();
    if (state.phase !== 'ready') throw new Error('the dialog is not rendered');
    useAppStore.setState({ phase: 'ready', projection: { ...state.projection, exportJob } });
  });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isShown = (text: string | RegExp) => screen.queryAllByText(text).length > 0;

describe('a new export', () => {
  it('says from when on a certificate is valid that is not valid yet', () => {
    const leaf = { ...item().leaf, commonName: 'shop.example.com', fingerprint256: 'ab'.repeat(32) };
    const times = { notBefore: now + DAY_MS, notAfter: now + 60 * DAY_MS, renewed: true };
    renderDialog({ exportJob: job({ items: [item({ leaf: { ...leaf, ...times } })] }) });
    expect(isShown(/valid only from/u)).toBe(true);
  });

  it('starts with the chosen preset, as a ZIP file', async () => {
    const { user, asked } = renderDialog({ calls: { 'export:start': async () => ok(null) } });
    expect(
      screen.getByRole('heading', { name: english('exporting.titleOf', { title: 'shop.example.com' }) }),
    ).toBeDefined();
    const presets = within(screen.getByRole('group', { name: english('exporting.preset') }));
    await user.click(presets.getByRole('radio', { name: /nginx/iu }));
    await user.click(button(english('exporting.chooseZip')));
    expect(asked).toEqual([
      [
        'export:start',
        {
          orderIds: ['shop'],
          presetId: 'nginx',
          parts: null,
          container: 'zip',
          into: null,
          deliveryId: null,
        },
      ],
    ]);
  });

  it('needs at least one PEM file', async () => {
    const { user } = renderDialog({
      dialog: { options: { presetId: 'pem', parts: new Set(['key']) } },
    });
    await user.click(screen.getByRole('checkbox', { name: /privkey\.pem/u }));
    expect(button(english('exporting.chooseFolder')).disabled).toBe(true);
    expect(isShown(english('exporting.noParts'))).toBe(true);
  });

  it('offers the chosen preset and three more, and the others on request, with the way to the presets', async () => {
    const { user } = renderDialog({ dialog: { options: { presetId: 'der' } } });
    const names = () =>
      within(screen.getByRole('group', { name: english('exporting.preset') }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    const named = (...ids: readonly ('nginx' | 'apache' | 'iis' | 'der')[]) =>
      ids.map((id) => english(`presets.names.${id}`));
    expect(names()).toEqual(named('nginx', 'apache', 'iis', 'der'));
    await user.click(button(english('exporting.morePresets')));
    expect(names()).toHaveLength(builtinPresets.length);
    expect(document.activeElement).toBe(
      screen.getByRole('radio', { name: english('presets.names.der'), checked: true }),
    );
    expect(button(english('exporting.managePresets'))).toBeDefined();
  });

  it('shows why it could not be started', async () => {
    const { user } = renderDialog({
      calls: { 'export:start': async () => err({ kind: 'unknownId' }) },
    });
    await user.click(button(english('exporting.chooseFolder')));
    await waitFor(() => expect(screen.getByRole('alert')).toBeDefined());
  });
});

it('shows the progress of a running export, and can be closed meanwhile', async () => {
  const { user } = renderDialog({
    exportJob: job({ phase: 'fetching', completed: 0, items: [item({ state: 'pending', leaf: null })] }),
  });
  expect(isShown(english('exporting.fetchingProgress', { done: 0, total: 1 }))).toBe(true);
  await user.click(button(english('exporting.hide')));
  expect(useViewStore.getState().dialog).toEqual({ kind: 'none' });
});

it.each([
  ['zip', 'der', ['shop/key.der'], true],
  ['zip', 'pkcs8', ['shop/key.pem'], false],
  ['zip', 'pem', ['shop/privkey.pem'], true],
  ['zip', 'pem', ['shop/fullchain.pem'], false],
  ['folder', 'pem', ['shop/privkey.pem'], false],
] as const)(
  'after an export as %s by %s of %j says whether its private key is in plain text: %s',
  (container, presetId, files, isSaid) => {
    renderDialog({
      exportJob: job({
        phase: 'done',
        container,
        presetId,
        items: [item({ state: 'written', files: [...files] })],
      }),
    });
    expect(isShown(english('exporting.keyInZip'))).toBe(isSaid);
  },
);

describe('the review', () => {
  it('shows the warnings about the target, conflicts and findings', () => {
    renderDialog({
      exportJob: job({
        warnings: [{ kind: 'writableByOthers' }, { kind: 'cloudSynced', service: 'Dropbox' }],
        items: [
          item({
            conflicts: ['privkey.pem'],
            chain: { complete: false, missingIssuer: 'Root X' },
            review: [{ kind: 'namesLost', names: ['old.example.com'] }],
          }),
        ],
      }),
    });
    expect(isShown(english('exporting.warning.writableByOthers'))).toBe(true);
    expect(isShown(english('exporting.warning.cloudSynced', { service: 'Dropbox' }))).toBe(true);
    expect(isShown(english('exporting.warning.toReview', { count: 1 }))).toBe(true);
    expect(isShown(english('exporting.chain.stops', { issuer: 'Root X' }))).toBe(true);
    expect(isShown(english('exporting.conflicts', { files: 'shop/privkey.pem' }))).toBe(true);
  });

  it('keeps existing files unless they are to be replaced', async () => {
    const { user, asked } = renderDialog({
      exportJob: job({ items: [item({ conflicts: ['privkey.pem'] })] }),
      calls: { 'export:confirm': async () => ok(null) },
    });
    expect(button(english('exporting.writeNothing')).disabled).toBe(true);
    await user.click(
      screen.getByRole('radio', { name: new RegExp(`^${english('exporting.conflict.replace')}`) }),
    );
    await user.click(button(english('exporting.write', { count: 1 })));
    expect(asked).toEqual([['export:confirm', { jobId: 'job-1', conflicts: 'replace', passphrase: null }]]);
  });

  it('requires the passphrase twice, and clears it after sending', async () => {
    const { user, asked } = renderDialog({
      exportJob: job({ needsPassphrase: true }),
      calls: { 'export:confirm': async () => ok(null) },
    });
    const first = screen.getByLabelText<HTMLInputElement>(english('exporting.passphrase.label'));
    expect(button(english('exporting.write', { count: 1 })).disabled).toBe(true);
    expect(isShown(english('exporting.passphrase.missing'))).toBe(true);
    await user.type(first, 'secret');
    expect(isShown(english('exporting.passphrase.missing'))).toBe(false);
    await user.type(screen.getByLabelText(english('exporting.passphrase.repeat')), 'secreT');
    await user.click(button(english('exporting.write', { count: 1 })));
    expect(isShown(english('exporting.passphrase.differs'))).toBe(true);
    await user.type(screen.getByLabelText(english('exporting.passphrase.repeat')), '{Backspace}t');
    await user.click(button(english('exporting.write', { count: 1 })));
    expect(asked).toEqual([
      ['export:confirm', { jobId: 'job-1', conflicts: 'keepOthers', passphrase: 'secret' }],
    ]);
    await waitFor(() => expect(first.value).toBe(''));
  });
});

describe('a finished export', () => {
  it('says what was written and verified, and is dismissed', async () => {
    const { user, asked } = renderDialog({
      dialog: { orderIds: [] },
      exportJob: job({
        phase: 'done',
        items: [
          item({
            state: 'written',
            files: ['shop/privkey.pem'],
            proof: { kind: 'proven', servername: 'shop.example.com', protocol: 'TLSv1.3' },
          }),
        ],
      }),
      calls: { 'export:dismiss': async () => null },
    });
    expect(isShown(english('exporting.done.saved', { count: 1, target: '/srv/certs' }))).toBe(true);
    expect(isShown('shop/privkey.pem')).toBe(true);
    expect(isShown(/TLSv1\.3 client connected as shop\.example\.com/u)).toBe(true);
    await user.click(button(english('common.done')));
    expect(asked).toEqual([['export:dismiss', 'job-1']]);
    expect(useViewStore.getState().dialog).toEqual({ kind: 'none' });
  });

  it('warns of files that failed verification', () => {
    renderDialog({
      exportJob: job({
        phase: 'done',
        items: [item({ state: 'written', proof: { kind: 'notProven', reason: 'chain', code: '' } })],
      }),
    });
    expect(isShown(english('exporting.proof.count', { count: 1 }))).toBe(true);
    expect(isShown(english('exporting.proof.notProven.chain'))).toBe(true);
  });

  it('says why nothing was written', () => {
    renderDialog({
      exportJob: job({
        phase: 'done',
        items: [
          item({
            state: 'failed',
            leaf: null,
            error: { kind: 'serverError', status: 500, retryAfterMs: null },
          }),
        ],
      }),
    });
    expect(isShown(english('exporting.done.failed'))).toBe(true);
    expect(isShown(english('errors.serverError.title', { status: 500 }))).toBe(true);
    expect(screen.queryByRole('button', { name: english('exporting.showInFolder') })).toBeNull();
  });

  it('continues with the export that waited for it', async () => {
    const { user } = renderDialog({
      exportJob: job({ phase: 'done', items: [item({ state: 'written' })] }),
      calls: { 'export:dismiss': async () => null },
    });
    const dialog = screen.getByRole('dialog');
    await user.click(button(english('exporting.another')));
    publish(null);
    expect(button(english('exporting.chooseFolder'))).toBeDefined();
    expect(screen.getByRole('dialog')).toBe(dialog);
  });
});

it('stays the same dialog from page to page', () => {
  renderDialog();
  const dialog = screen.getByRole('dialog');
  publish(job({ phase: 'fetching', items: [item({ state: 'pending', leaf: null })] }));
  publish(job());
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(screen.getByRole('heading', { name: english('exporting.review') })).toBeDefined();
});
