import { describe, expect, it } from 'vitest';
import { MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import type { CertificateMaterial, FetchOptions } from '#main/x509/material.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { leafOf, materialOf, orderRow } from '../export/exportValues.ts';

/** Orders `a` (pulled) and `p` (push-only), each with the leaf that is fetched. */
function setUp(rows: readonly OrderRow[] = [orderRow('a'), orderRow('p', { source: pushSource() })]) {
  const orders = new Map(rows.map((row) => [row.id, row]));
  const asked: (FetchOptions & { readonly id: string; readonly deliveryId: string | null })[] = [];
  const news: string[] = [];
  const copied: string[] = [];
  const questions: string[] = [];
  const { clock, advance } = createFakeTime();
  const ports = {
    consent: async (): Promise<Result<null>> => ok(null),
    answer: async (id: string, withKey: boolean): Promise<Result<CertificateMaterial>> =>
      ok(materialOf(id, withKey ? `key of ${id}` : null)),
  };
  const clipboard = new MaterialClipboard({
    orders: { get: (id) => orders.get(id) ?? null, onFetched: (id) => news.push(id) },
    source: {
      material: async ({ id }, deliveryId, options) => {
        asked.push({ ...options, id, deliveryId });
        return { material: await ports.answer(id, options.withKey), serviceNotAfter: null };
      },
    },
    buildBundle: ({ certificate, key }) =>
      key === 'of another'
        ? err({ kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' })
        : ok({
            leaf: leafOf(certificate),
            chain: { complete: true, missingIssuer: null },
            found: [],
            usable: { notBefore: 0, notAfter: 1000 },
            chainEnd: null,
            pem: { key, leaf: 'LEAF\n', chain: ['ONE\n', 'TWO\n'], root: 'ROOT\n' },
          }),
    copyText: (text) => copied.push(`text ${text}`),
    copyKey: (text) => copied.push(`key ${text}`),
    confirmKey: async ({ id }) => {
      questions.push(id);
      return ports.consent();
    },
    clock,
  });
  return { clipboard, ports, asked, news, copied, questions, advance };
}

describe('certificates', () => {
  it('are copied alone, or with the chain but without the root, and no key is requested', async () => {
    const { clipboard, asked, copied } = setUp();
    expect(await clipboard.copyPem('a', 'leaf')).toEqual(ok(null));
    expect(await clipboard.copyPem('p', 'chain')).toEqual(ok(null));
    expect(copied).toEqual(['text LEAF\n', 'text LEAF\nONE\nTWO\n']);
    expect(asked.map(({ id, withKey, deliveryId }) => [id, withKey, deliveryId])).toEqual([
      ['a', false, null],
      ['p', false, null],
    ]);
  });
});

describe('a private key', () => {
  it('is copied once the user agreed, and is not in the answer', async () => {
    const { clipboard, copied, questions, advance } = setUp();
    for (const id of ['a', 'p']) {
      expect(await clipboard.copyKey(id)).toEqual(ok(null));
      await advance(30_000);
    }
    expect(questions).toEqual(['a', 'p']);
    expect(copied).toEqual(['key key of a', 'key key of p']);
  });

  it('is neither fetched nor copied if the user declines', async () => {
    const { clipboard, ports, asked, copied } = setUp();
    const declined = err({ kind: 'consent', reason: 'declined' } as const);
    ports.consent = async () => declined;
    expect(await clipboard.copyKey('a')).toEqual(declined);
    expect({ asked, copied }).toEqual({ asked: [], copied: [] });
  });

  it('is copied at most once in 30 s, even for two requests at the same time', async () => {
    const { clipboard, copied, questions, advance } = setUp();
    const both = await Promise.all([clipboard.copyKey('a'), clipboard.copyKey('p')]);
    expect(both).toEqual([ok(null), err({ kind: 'tooOften', waitMs: 30_000 })]);
    await advance(29_000);
    questions.length = 0;
    expect(await clipboard.copyKey('p')).toEqual(err({ kind: 'tooOften', waitMs: 1000 }));
    expect(questions).toEqual([]);
    await advance(1000);
    expect(await clipboard.copyKey('p')).toEqual(ok(null));
    expect(copied).toEqual(['key key of a', 'key key of p']);
  });

  it('is not copied if it belongs to another certificate', async () => {
    const { clipboard, ports, copied } = setUp();
    ports.answer = async () => ok(materialOf('a', 'of another'));
    expect(await clipboard.copyKey('a')).toMatchObject({ error: { reason: 'keyMismatch' } });
    expect(copied).toEqual([]);
  });

  it('that could not be fetched is an error', async () => {
    const { clipboard, ports, copied } = setUp();
    ports.answer = async () => ok(materialOf('a', null));
    expect(await clipboard.copyKey('a')).toMatchObject({ error: { reason: 'pemMissing', part: 'key' } });
    ports.answer = async () => err({ kind: 'keyGone' });
    expect(await clipboard.copyKey('p')).toEqual(err({ kind: 'keyGone' }));
    expect(copied).toEqual([]);
  });

  it('that arrives after the app has quit is not put on the clipboard', async () => {
    const { clipboard, ports, asked, copied } = setUp();
    ports.answer = async () => {
      clipboard.dispose();
      return ok(materialOf('a'));
    };
    expect(await clipboard.copyKey('a')).toEqual(err({ kind: 'cancelled' }));
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(copied).toEqual([]);
  });
});

it('reports a renewal that it fetched, but not one that was delivered', async () => {
  const rows = [
    orderRow('a', { fingerprint256: 'former' }),
    orderRow('p', { fingerprint256: 'former', source: pushSource() }),
  ];
  const { clipboard, news } = setUp(rows);
  await clipboard.copyPem('a', 'leaf');
  await clipboard.copyPem('p', 'leaf');
  expect(news).toEqual(['a']);
});

it('an unknown order is not requested', async () => {
  const { clipboard, asked } = setUp();
  expect(await clipboard.copyKey('x')).toEqual(err({ kind: 'unknownId' }));
  expect(asked).toEqual([]);
});
