import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetCopy,
  refreshCopies,
  refreshCopy,
  revealCopy,
  setAutoRefresh,
  tightenCopies,
} from '#renderer/features/deployment/files/copyActions.ts';
import { badFiles, copySentences } from '#renderer/features/deployment/files/copyText.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { refreshable } from '#shared/domain/copy.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderWrite } from '#shared/domain/writeResult.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { copy, now } from './copyViews.ts';
import { snapshotOf } from './orderRows.ts';
import { chinese, english } from './translators.ts';

let asked: [string, unknown][];
let answer: Result<readonly OrderWrite[] | null>;

beforeEach(() => {
  asked = [];
  answer = ok(null);
  const names = ['refresh', 'tighten', 'forget', 'setAutoRefresh', 'reveal'].map((name) => `copies:${name}`);
  const calls = Object.fromEntries(
    names.map((name) => [
      name,
      (args: unknown) => {
        asked.push([name, args]);
        return Promise.resolve(answer);
      },
    ]),
  );
  vi.stubGlobal('window', { notAfter: { calls } });
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, [])) }, true);
  useToastStore.setState({ toasts: [] });
  closeDialog();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const proven = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' } as const;
const notProven = { kind: 'notProven', reason: 'expired', code: 'CERT_HAS_EXPIRED' } as const;

const of = (copyId: string) => ({ orderId: 'a', copyId });
const written = (copyId: string, proof: ExportProof): OrderWrite => ({
  ...of(copyId),
  ...{ kind: 'written', files: ['key.pem'], canUndo: true, proof, run: null },
});

const titles = () => useToastStore.getState().toasts.map(({ title }) => title);
const dialog = () => useViewStore.getState().dialog;

describe('refreshing a copy', () => {
  it('reports success', async () => {
    answer = ok([written('c', proven)]);
    await refreshCopy(copy({ state: 'stale', outdated: true }));
    expect(asked).toEqual([['copies:refresh', { ids: ['c'], overwriteChanged: false, reviewed: null }]]);
    expect(titles()).toEqual(['1 folder updated']);
  });

  it('reports failed verification, but not skipped verification', async () => {
    answer = ok([written('c', notProven)]);
    await refreshCopy(copy());
    expect(useToastStore.getState().toasts[1]).toMatchObject({
      tone: 'warning',
      title: '1 updated folder is not verified',
      text: expect.stringContaining('a certificate has expired. Renew it first. (CERT_HAS_EXPIRED)'),
    });
    useToastStore.setState({ toasts: [] });
    answer = ok([written('c', { kind: 'notTried', reason: 'noKey' })]);
    await refreshCopy(copy());
    expect(titles()).toEqual(['1 folder updated']);
  });

  it('shows the findings to review, and updates after they are accepted', async () => {
    const findings = [{ kind: 'namesLost', names: ['www.a.example'] }] as const;
    answer = ok([{ ...of('c'), kind: 'needsReview', fingerprint256: 'f', findings }]);
    await refreshCopy(copy({ state: 'stale', outdated: true }));
    const expected = {
      kind: 'reviewCopy',
      copyId: 'c',
      fingerprint256: 'f',
      findings,
      overwriteChanged: false,
    };
    expect(useViewStore.getState().dialog).toEqual(expected);
    answer = ok([written('c', proven)]);
    await refreshCopy(copy({ state: 'stale', outdated: true }), false, 'f');
    expect(asked.at(-1)).toEqual(['copies:refresh', { ids: ['c'], overwriteChanged: false, reviewed: 'f' }]);
  });

  it('asks before it overwrites files changed by someone else, whether that was known or found now', async () => {
    await refreshCopy(copy({ state: 'changed' }));
    expect(asked).toEqual([]);
    expect(dialog()).toEqual({ kind: 'overwriteCopy', copyId: 'c', by: 'refresh' });
    closeDialog();
    answer = ok([{ ...of('c'), kind: 'refused', reason: 'changed' }]);
    await refreshCopy(copy());
    expect(dialog()).toEqual({ kind: 'overwriteCopy', copyId: 'c', by: 'refresh' });
    answer = ok([written('c', proven)]);
    await refreshCopy(copy({ state: 'changed' }), true);
    expect(asked.at(-1)).toEqual(['copies:refresh', { ids: ['c'], overwriteChanged: true, reviewed: null }]);
  });

  it('opens the export dialog for files with a passphrase', async () => {
    await refreshCopy(copy({ needsPassphrase: true, presetId: 'iis' }));
    expect(asked).toEqual([]);
    expect(dialog()).toMatchObject({
      kind: 'export',
      orderIds: ['a'],
      options: { presetId: 'iis', into: 'c' },
    });
    closeDialog();
    answer = ok([{ ...of('c'), kind: 'needsPassphrase' }]);
    await refreshCopy(copy());
    expect(dialog()).toMatchObject({ kind: 'export' });
  });

  it('shows why it failed', async () => {
    answer = ok([{ ...of('c'), kind: 'refused', reason: 'olderLeaf' }]);
    await refreshCopy(copy());
    answer = ok([{ ...of('c'), kind: 'failed', error: { kind: 'offline' } }]);
    await refreshCopy(copy());
    answer = err({ kind: 'busy' });
    await refreshCopy(copy());
    await refreshCopies(['c']);
    expect(new Set(titles())).toEqual(new Set(['The files were not updated']));
    expect(useToastStore.getState().toasts[0]?.text).not.toBe('');
  });

  it('counts how many of several were updated and how many were not', async () => {
    await refreshCopies([]);
    expect(asked).toEqual([]);
    answer = ok([
      written('c', proven),
      written('d', notProven),
      { ...of('e'), kind: 'refused', reason: 'changed' },
    ]);
    await refreshCopies(['c', 'd', 'e']);
    expect(titles()).toEqual([
      '2 folders updated',
      '1 updated folder is not verified',
      '1 folder not updated',
    ]);
  });
});

describe('other actions on a copy', () => {
  it('report success', async () => {
    await tightenCopies([copy()]);
    await forgetCopy(copy());
    expect(await setAutoRefresh([copy()], true)).toBe(true);
    revealCopy(copy());
    expect(asked).toEqual([
      ['copies:tighten', ['c']],
      ['copies:forget', ['c']],
      ['copies:setAutoRefresh', { ids: ['c'], autoRefresh: true }],
      ['copies:reveal', 'c'],
    ]);
    expect(titles()).toEqual(['Permissions restored', 'The folder is no longer tracked']);
  });

  it('report that the previous files were deleted too', async () => {
    await forgetCopy(copy({ previous: { leaf: null } }));
    await forgetCopy(copy());
    const texts = useToastStore.getState().toasts.map(({ text }) => text);
    expect(texts[0]).toMatch(/private key, are deleted\.$/u);
    expect(texts[1]).toBe('The files stay where they are.');
  });

  it('report failures', async () => {
    answer = err({ kind: 'storage', reason: 'full', detail: '' });
    await tightenCopies([copy()]);
    await forgetCopy(copy());
    expect(await setAutoRefresh([copy()], true)).toBe(false);
    expect(titles()).toEqual([
      'The permissions were not changed',
      'The folder is still tracked',
      '“Keep up to date” was not changed',
    ]);
  });
});

describe('copies that need attention', () => {
  const copies = [
    copy({ id: '1', orderId: 'a' }),
    copy({ id: '2', orderId: 'b', state: 'stale', outdated: true }),
    copy({ id: '3', orderId: 'b', state: 'missing' }),
    copy({ id: '4', orderId: 'c', state: null, outdated: true }),
    copy({ id: '5', orderId: 'd', state: 'changed', outdated: true }),
    copy({ id: '6', orderId: 'e', state: 'stale', outdated: true, needsPassphrase: true }),
    copy({ id: '7', orderId: 'f', state: 'wider' }),
    copy({ id: '8', orderId: 'g', state: null }),
  ];

  it('can be updated at once unless something would be lost or asked', () => {
    expect(refreshable(copies)).toEqual(['2', '3', '4']);
  });
});

describe('the text of a copy', () => {
  it('says when it expires, and that there is a newer certificate', () => {
    expect(copySentences(copy({ state: 'stale', outdated: true }), now, english)).toEqual([
      'Expires in 6 d 0 h.',
      'A newer certificate or chain is available.',
    ]);
    expect(copySentences(copy({ state: 'wider' }), now + 8 * DAY_MS, english)).toEqual([
      'Files have more permissions than they were written with.',
      'Expired 2 days ago.',
    ]);
    expect(copySentences(copy(), now, chinese)).toEqual(['6 天 0 小时后到期。']);
    expect(copySentences(copy(), now + 8 * DAY_MS, chinese)).toEqual(['2 天前已到期。']);
  });

  it('names the files that need attention', () => {
    const files = (['fresh', 'stale', 'changed', null] as const).map((state, index) => ({
      name: `${index}.pem`,
      hasKey: false,
      state,
    }));
    expect(badFiles({ files }, english)).toEqual(['2.pem: Changed']);
  });
});
