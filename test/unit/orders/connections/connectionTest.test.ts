import { describe, expect, it } from 'vitest';
import type { Connection } from '#main/orders/connections/connection.ts';
import { ConnectionTest, type ConnectionTestRequest } from '#main/orders/connections/connectionTest.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';

const material: CertificateMaterial = {
  certificate: 'PEM',
  certificateServer: null,
  certificateChain: null,
  key: null,
  notAfter: null,
  name: null,
};
const leaf = {
  commonName: 'www.example.com',
  subjectAltNames: ['www.example.com'],
  notAfter: 1_900_000_000_000,
  fingerprint256: 'ab'.repeat(32),
} as unknown as CertificateFacts;
const stored: Connection = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://a.example/api',
  ca: { fileName: 'ca.pem', pem: 'PEM' },
  createdAt: 0,
  chosenCa: 'PEM',
  tokenFile: null,
  consoleUrl: null,
};
const request: ConnectionTestRequest = {
  id: null,
  name: '',
  baseUrl: 'https://a.example',
  ca: { kind: 'keep' },
  token: 'typed',
  rid: 'r1',
};

function setUp(answer: Result<CertificateMaterial> = ok(material)) {
  const tokens = new FakeTokenStore();
  tokens.tokens.set('a', 'stored');
  const log: string[] = [];
  const known = { rid: null as string | null };
  const time = createFakeTime();
  const confirmation = { result: ok(null) as Result<null> };
  const limit = new RateLimit(30, 60_000, time.clock);
  const reading = { result: ok(leaf) as Result<CertificateFacts> };
  const test = new ConnectionTest({
    connections: {
      find: (id) => (id === 'a' ? stored : null),
      resolveCa: (choice, id) => {
        if (choice.kind === 'chosen') return err({ kind: 'unknownId' });
        return ok(choice.kind === 'keep' && id === 'a' ? stored.ca : null);
      },
      confirmCa: async () => confirmation.result,
    },
    tokens: new ConnectionTokens(tokens),
    createClient: ({ baseUrl, extraCaPem }) => ({
      latest: async (rid, token, { withKey }) => {
        log.push(`${baseUrl} ${extraCaPem} ${rid} ${token} ${withKey}`);
        return { material: answer, serviceNotAfter: null };
      },
      poll: () => Promise.reject(new Error('A test is no poll')),
      dispose: async () => {
        log.push('closed');
      },
    }),
    readLeaf: () => reading.result,
    knownRid: () => known.rid,
    newId: () => 'random',
  });
  const run = (
    change: Partial<ConnectionTestRequest> = {},
    signal: AbortSignal = new AbortController().signal,
  ) => test.run({ ...request, ...change }, signal, limit);
  return { advance: time.advance, run, tokens, log, known, reading, confirmation };
}

/** One letter per step: passed, failed, not reached (.), not needed (-). */
function outcomes(report: ConnectionTestReport): string {
  const letters = { passed: 'P', failed: 'F', notReached: '.', notNeeded: '-' };
  return report.steps.map(({ outcome }) => letters[outcome]).join('');
}

describe('ConnectionTest', () => {
  it('names its steps in order, and what it found', async () => {
    const { run, log } = setUp();
    const report = await run();
    const names = report.steps.map(({ step }) => step);
    expect(names).toEqual(['address', 'reach', 'tls', 'token', 'rid', 'material']);
    expect(outcomes(report)).toBe('PPPPPP');
    expect(report.error).toBeNull();
    expect(report.found).toEqual({
      title: 'www.example.com',
      notAfter: leaf.notAfter,
      fingerprint256: leaf.fingerprint256,
    });
    expect(log).toEqual(['https://a.example null r1 typed false', 'closed']);
  });

  const answers: readonly (readonly [string, AppError])[] = [
    ['PF....', { kind: 'network', reason: 'hostNotFound', code: 'ENOTFOUND' }],
    ['PF....', { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' }],
    ['PF....', { kind: 'timeout', phase: 'connect' }],
    ['PF....', { kind: 'offline' }],
    ['PPF...', { kind: 'tls', reason: 'notTrusted', code: 'X' }],
    ['PPPF..', { kind: 'unauthorized', status: 401 }],
    ['PPPPF.', { kind: 'unknownRid' }],
    ['PPP..F', { kind: 'invalidResponse', reason: 'html', detail: null }],
    ['PPP..F', { kind: 'redirected', status: 302, location: null }],
    ['PPP..F', { kind: 'serverError', status: 500, retryAfterMs: null }],
    ['PPPPPF', { kind: 'invalidMaterial', reason: 'pemTruncated', part: 'certificate' }],
  ];
  it.each(answers)('reports %s for %j', async (expected, error) => {
    const { run, log } = setUp(err(error));
    const report = await run();
    expect(outcomes(report)).toBe(expected);
    expect(report).toMatchObject({ error, found: null });
    expect(log.at(-1)).toBe('closed');
  });

  it('counts material that cannot be inspected as failed', async () => {
    const { run, reading } = setUp();
    reading.result = err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'certificate' });
    expect(outcomes(await run())).toBe('PPPPPF');
  });

  it('needs no TLS for http on loopback', async () => {
    const { run } = setUp();
    expect(outcomes(await run({ baseUrl: 'http://127.0.0.1:8080' }))).toBe('PP-PPP');
  });

  it.each([
    ['F.....', { baseUrl: 'http://a.example' }, 'baseUrl', 'httpsOnly'],
    ['P..F..', { token: 'two words' }, 'token', 'notHeaderSafe'],
    ['P...F.', { rid: '..' }, 'rid', 'malformed'],
  ])('sends nothing and reports %s for %j', async (expected, change, field, reason) => {
    const { run, log } = setUp();
    const report = await run(change);
    expect(outcomes(report)).toBe(expected);
    expect(report.error).toEqual({ kind: 'invalidInput', field, reason });
    expect(log).toEqual([]);
  });

  it('uses the stored token and CA of the connection that a draft edits', async () => {
    const { run, log } = setUp();
    await run({ id: 'a', token: null, baseUrl: 'https://a.example/other' });
    expect(log[0]).toBe('https://a.example/other PEM r1 stored false');
  });

  it.each(['https://evil.example', 'https://a.example:444', 'http://localhost'])(
    'never sends the stored token to another origin: %s',
    async (baseUrl) => {
      const { run, log } = setUp();
      const report = await run({ id: 'a', token: null, baseUrl });
      expect(report.error).toEqual({ kind: 'tokenMissing' });
      expect(report.steps[3]).toEqual({ step: 'token', outcome: 'failed' });
      expect(log).toEqual([]);
    },
  );

  it('never sends the stored token to who has a certificate of another own CA', async () => {
    const { run, log } = setUp();
    const report = await run({ id: 'a', token: null, ca: { kind: 'none' } });
    expect(report.error).toEqual({ kind: 'tokenMissing' });
    expect(log).toEqual([]);
  });

  it('reports a missing token, or a keychain that does not return it', async () => {
    const { run, tokens } = setUp();
    expect((await run({ token: null })).error).toEqual({ kind: 'tokenMissing' });
    tokens.failure = { kind: 'keychainLocked' };
    expect((await run({ id: 'a', token: null })).error).toEqual({ kind: 'keychainLocked' });
  });

  it('reports a timeout when the time is over, and a cancellation when the user cancelled', async () => {
    const cancelled = err({ kind: 'cancelled' } as const);
    const outOfTime = AbortSignal.abort(new DOMException('', 'TimeoutError'));
    const report = await setUp(cancelled).run({}, outOfTime);
    expect(report.error).toEqual({ kind: 'timeout', phase: 'total' });
    expect((await setUp(cancelled).run({}, AbortSignal.abort())).error).toEqual({ kind: 'cancelled' });
  });

  it('uses a known order when no rid was typed', async () => {
    const { run, known, log } = setUp();
    known.rid = 'known';
    expect(outcomes(await run({ id: 'a', rid: '  ' }))).toBe('PPPPPP');
    expect(log[0]).toContain(' known ');
  });

  it('tests up to the token with a rid that cannot exist where none is known', async () => {
    const { run, log } = setUp(err({ kind: 'unknownRid' }));
    const report = await run({ rid: '' });
    expect(outcomes(report)).toBe('PPPP--');
    expect(report).toMatchObject({ error: null, found: null });
    expect(log[0]).toContain(' connection-test-random ');

    const rejected = await setUp(err({ kind: 'unauthorized', status: 403 })).run({ rid: '' });
    expect(outcomes(rejected)).toBe('PPPF..');
  });

  it('is refused beyond its limit and two at once, and reports that', async () => {
    const { run, log, advance } = setUp();
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.map(({ error }) => error)).toEqual([null, null, { kind: 'busy' }]);
    for (let count = 2; count < 30; count += 1) expect((await run()).error).toBeNull();
    const asked = log.length;
    expect((await run({ baseUrl: 'https://elsewhere.example' })).error).toEqual({
      kind: 'tooOften',
      waitMs: 60_000,
    });
    expect(log).toHaveLength(asked);
    await advance(60_000);
    expect((await run()).error).toBeNull();
  });
});
