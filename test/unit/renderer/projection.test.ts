import { describe, expect, it } from 'vitest';
import { applyDelta, projectSnapshot } from '#renderer/stores/mirror.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { orderRow, snapshotOf } from './orderRows.ts';

const known = projectSnapshot(snapshotOf(7, [orderRow('a'), orderRow('b')]));

describe('applyDelta', () => {
  it('changes nothing for a known revision', () => {
    expect(applyDelta(known, { revision: 7, online: false })).toBe(known);
    expect(applyDelta(known, { revision: 3, online: false })).toBe(known);
  });

  it('reports a gap when a revision in between was missed', () => {
    expect(applyDelta(known, { revision: 9, online: false })).toBe('gap');
  });

  it('applies new and changed orders, deletes removed ones and keeps the other objects', () => {
    const changed = orderRow('b', { alias: 'Shop' });
    const next = applyDelta(known, {
      revision: 8,
      orders: { upserts: toColumns([changed, orderRow('c')]), removed: ['a'] },
    });
    if (next === 'gap') throw new Error('unexpected gap');
    expect([...next.orders.keys()]).toEqual(['b', 'c']);
    expect(next.orders.get('b')).toEqual(changed);
    const later = applyDelta(next, { revision: 9, online: false });
    if (later === 'gap') throw new Error('unexpected gap');
    expect(later.orders).toBe(next.orders);
  });

  it('distinguishes an export that ended (null) from an unchanged one (absent)', () => {
    const job = {
      id: 'j',
      phase: 'fetching',
      container: 'zip',
      presetId: 'pem',
      needsPassphrase: false,
      target: 'x.zip',
      warnings: [],
      asksToAccept: false,
      items: [],
      completed: 0,
      cancelled: false,
      error: null,
    } as const;
    const running = applyDelta(known, { revision: 8, exportJob: job });
    if (running === 'gap') throw new Error('unexpected gap');
    const unchanged = applyDelta(running, { revision: 9, polling: ['a'] });
    if (unchanged === 'gap') throw new Error('unexpected gap');
    expect(unchanged.exportJob).toBe(job);
    expect(unchanged.polling).toEqual(new Set(['a']));
    expect(applyDelta(unchanged, { revision: 10, exportJob: null })).toMatchObject({ exportJob: null });
  });

  it('updates the pause of alerts, whose end is null', () => {
    const paused = applyDelta(known, { revision: known.revision + 1, alertPause: { since: 5, until: null } });
    if (paused === 'gap') throw new Error('a gap');
    const online = applyDelta(paused, { revision: paused.revision + 1, online: false });
    if (online === 'gap') throw new Error('a gap');
    expect(online.alertPause).toEqual({ since: 5, until: null });
    expect(applyDelta(online, { revision: online.revision + 1, alertPause: null })).toMatchObject({
      alertPause: null,
    });
  });

  it('updates the language of the app', () => {
    expect(applyDelta(known, { revision: 8, language: 'zh-CN' })).toMatchObject({
      app: { version: '0.0.0', language: 'zh-CN' },
    });
  });
});
