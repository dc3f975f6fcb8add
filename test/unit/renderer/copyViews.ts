import type { CopyBundleView } from '#shared/domain/copy.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** The current time of the tests, Unix ms. */
export const now = Date.UTC(2026, 5, 15, 12);

/** A fresh copy of the order `a`, with changes. */
export function copy(change: Partial<CopyBundleView> = {}): CopyBundleView {
  return {
    id: 'c',
    orderId: 'a',
    folder: '~/certs/shop',
    target: '~/certs',
    presetId: 'nginx',
    files: [{ name: 'privkey.pem', hasKey: true, state: 'fresh' }],
    state: 'fresh',
    outdated: false,
    chainEnd: null,
    notAfter: now + 6 * DAY_MS,
    writtenAt: 0,
    checkedAt: 0,
    autoRefresh: false,
    needsPassphrase: false,
    previous: null,
    command: null,
    lastRun: null,
    ...change,
  };
}
