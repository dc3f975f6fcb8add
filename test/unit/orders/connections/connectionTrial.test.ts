import { describe, expect, it } from 'vitest';
import { ConnectionTest, type ConnectionTrialRequest } from '#main/orders/connections/connectionTest.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';

const request: ConnectionTrialRequest = {
  name: '',
  baseUrl: 'https://a.example',
  ca: { kind: 'none' },
  token: 'Bearer typed',
  rids: ['r1'],
};
const unknown: AppError = { kind: 'unknownRid' };
const rejected: AppError = { kind: 'unauthorized', status: 401 };

/** A trial whose service answers with these errors, and with a certificate named after the rid otherwise. */
function setUp(errors: Readonly<Record<string, AppError>> = {}) {
  const asked: string[] = [];
  const { clock, advance } = createFakeTime();
  const limit = new RateLimit(30, 60_000, clock);
  const test = new ConnectionTest({
    connections: { find: () => null, resolveCa: () => ok(null), confirmCa: async () => ok(null) },
    tokens: new ConnectionTokens(new FakeTokenStore()),
    createClient: () => ({
      latest: async (rid, token, { signal }) => {
        asked.push(`${rid} ${token}`);
        if (rid === 'hangs' && signal?.aborted === false)
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        if (signal?.aborted === true) return { material: err({ kind: 'cancelled' }), serviceNotAfter: null };
        const error = errors[rid] ?? errors[rid.replace(/^connection-test-.*/u, '*')];
        const material = { name: `Order ${rid}` } as CertificateMaterial;
        return { material: error === undefined ? ok(material) : err(error), serviceNotAfter: null };
      },
      poll: () => Promise.reject(new Error('A trial is no poll')),
      dispose: async () => undefined,
    }),
    readLeaf: () => {
      const leaf = { commonName: null, subjectAltNames: [], notAfter: 7, fingerprint256: 'ab' };
      return ok(leaf as unknown as CertificateFacts);
    },
    knownRid: () => null,
    newId: () => 'random',
  });
  const tryRids = (change: Partial<ConnectionTrialRequest> = {}) =>
    test.tryRids({ ...request, ...change }, new AbortController().signal, limit);
  return { tryRids, asked, advance };
}

describe('ConnectionTest.tryRids', () => {
  it('gives the answer for each rid, also for those that the service does not know', async () => {
    const { tryRids, asked } = setUp({ r2: unknown });
    const { failed, results } = await tryRids({ rids: ['r1', 'r2', 'r3'] });
    expect(failed).toBeNull();
    const found = (rid: string) => ok({ title: `Order ${rid}`, notAfter: 7, fingerprint256: 'ab' });
    expect(results).toEqual([
      { rid: 'r1', answer: found('r1') },
      { rid: 'r2', answer: err(unknown) },
      { rid: 'r3', answer: found('r3') },
    ]);
    expect(asked.toSorted()).toEqual(['r1 typed', 'r2 typed', 'r3 typed']);
  });

  it('stops when the connection itself does not work, and says at which step', async () => {
    const { tryRids, asked } = setUp({ r1: rejected, r2: rejected, r3: rejected, r4: rejected });
    const { failed } = await tryRids({ rids: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'] });
    expect(failed).toEqual({ step: 'token', error: rejected });
    expect(asked).toHaveLength(4);
  });

  it('without rids asks for one that cannot exist: the token is right when the service says so', async () => {
    const right = setUp({ '*': unknown });
    expect(await right.tryRids({ rids: [] })).toEqual({ failed: null, results: [] });
    const wrong = setUp({ '*': rejected });
    expect(await wrong.tryRids({ rids: [] })).toEqual({
      failed: { step: 'token', error: rejected },
      results: [],
    });
  });

  it('sends no request with an address or a token that cannot be used, nor for a rid that cannot be one', async () => {
    const { tryRids, asked } = setUp();
    expect((await tryRids({ baseUrl: 'http://a.example' })).failed?.step).toBe('address');
    expect((await tryRids({ token: 'two words' })).failed?.step).toBe('token');
    expect((await tryRids({ rids: ['..'] })).results[0]?.answer.ok).toBe(false);
    expect(asked).toEqual([]);
  });

  it('ends the trial before it', async () => {
    const { tryRids } = setUp();
    const first = tryRids({ rids: ['hangs'] });
    expect((await tryRids()).results).toHaveLength(1);
    expect((await first).failed?.error).toEqual({ kind: 'cancelled' });
  });

  it('is limited to thirty a minute', async () => {
    const { tryRids, advance } = setUp();
    for (let count = 0; count < 30; count += 1) expect((await tryRids()).failed).toBeNull();
    expect((await tryRids()).failed?.error.kind).toBe('tooOften');
    await advance(60_000);
    expect((await tryRids()).failed).toBeNull();
  });
});
