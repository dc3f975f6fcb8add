import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPublicFetcher, type PublicFetcherOptions } from '#main/monitoring/authority/publicFetch.ts';
import { RenewalInfo } from '#main/monitoring/authority/renewalInfo.ts';
import { type CrlRepository, RevocationLists } from '#main/monitoring/authority/revocationLists.ts';
import type { CrlIssue } from '#main/x509/certificates/crl.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { CertificateAuthority, type CrlRequest } from '#test/service/certificateAuthority.ts';
import { type AuthorityServer, type Reply, startAuthorityServer } from './authorityServer.ts';

// A start does not wait for it, and the first request would: longer than the limits of these tests.
await import('#main/orders/api/dispatchers.ts');

const now = Date.UTC(2026, 5, 15, 12);
const { signal } = new AbortController();

const guarded = { refusesLocal: true };

function fetchFor(change: Partial<PublicFetcherOptions> = {}) {
  const fetcher = createPublicFetcher({
    refusesLocal: false,
    cas: async () => [],
    proxyResolver: { resolveProxy: async () => 'DIRECT' },
    monotonic: () => performance.now(),
    userAgent: 'NotAfter/test',
    ...change,
  });
  onTestFinished(() => fetcher.dispose());
  return fetcher.fetch;
}

it('keeps connections to the origins that were used last, however many certificates name', async () => {
  const fetcher = createPublicFetcher({
    refusesLocal: false,
    cas: async () => [],
    proxyResolver: { resolveProxy: async () => 'DIRECT' },
    monotonic: () => performance.now(),
    userAgent: 'NotAfter/test',
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  onTestFinished(() => fetcher.dispose());
  const server = await startAuthorityServer();
  server.replies.set('/dir', { body: '{}' });
  const { port } = new URL(server.url);
  const get = (host: string) =>
    fetcher.fetch(
      new URL(`http://${host}:${port}/dir`),
      'application/json',
      { maxBytes: 100, timeoutMs: 5000 },
      signal,
    );
  const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.localhost`);
  const answers = await Promise.all([...hosts, ...hosts].map(get));
  expect(answers.every(({ ok: isAnswered }) => isAnswered)).toBe(true);
  expect(fetcher.originCount()).toBe(16);
});

describe('renewal information', () => {
  const start = '2026-06-16T00:00:00Z';
  const end = '2026-06-18T00:00:00.5+02:00';
  const window = (change: object = {}): Reply => ({
    body: JSON.stringify({ suggestedWindow: { start, end }, ...change }),
  });

  async function serving(reply: Reply, directory?: Reply) {
    const server = await startAuthorityServer();
    server.replies.set('/dir', directory ?? { body: `{"renewalInfo":"${server.url}/renewal"}` });
    server.replies.set('/renewal/key.serial', reply);
    const info = new RenewalInfo({
      fetch: fetchFor(),
      now: () => now,
      limits: { maxBytes: 1000, timeoutMs: 300 },
    });
    return { server, ask: () => info.ask(`${server.url}/dir`, 'key.serial', signal) };
  }

  it('is read without an account, and the directory once a day', async () => {
    const { server, ask } = await serving(window({ explanationURL: 'https://ca.example/why' }));
    const expected = {
      window: {
        start: Date.parse(start),
        end: Date.parse(end),
        explanationUrl: 'https://ca.example/why',
      },
      againInMs: 6 * HOUR_MS,
    };
    expect(await ask()).toEqual(expected);
    expect(await ask()).toEqual(expected);
    expect(server.requests).toEqual(['GET /dir', 'GET /renewal/key.serial', 'GET /renewal/key.serial']);
  });

  it.each([
    ['120', 2 * MINUTE_MS],
    ['1', MINUTE_MS],
    ['9999999', DAY_MS],
    ['soon', 6 * HOUR_MS],
  ])('is asked for again as Retry-After "%s" says, within limits', async (value, againInMs) => {
    const headers = { 'retry-after': value };
    const { ask } = await serving({ ...(window() as object), headers });
    expect((await ask()).againInMs).toBe(againInMs);
    const busy = await serving({ status: 503, headers });
    expect(await busy.ask()).toEqual({ window: null, againInMs });
  });

  it.each<[string, Reply]>([
    ['an unknown certificate', { status: 404 }],
    ['an error', { status: 500, body: '{}' }],
    ['a redirect', { status: 302, headers: { location: 'https://ca.example/' } }],
    ['no JSON', { body: '<html></html>' }],
    ['another JSON', { body: '[1]' }],
    ['no times', { body: '{"suggestedWindow":{"start":"now","end":"later"}}' }],
    [
      'a window that ends before it begins',
      { body: `{"suggestedWindow":{"start":"${end}","end":"${start}"}}` },
    ],
    ['too much', { body: `{"a":"${'a'.repeat(2000)}"}` }],
    ['no answer', 'hang'],
  ])('is not known after %s', async (_what, reply) => {
    const { ask } = await serving(reply);
    expect(await ask()).toEqual({ window: null, againInMs: 6 * HOUR_MS });
  });

  it('is not known without an address in the directory, or with one that is not safe', async () => {
    for (const body of [
      '{}',
      'no',
      '{"renewalInfo":"http://ca.example/r"}',
      '{"renewalInfo":"file:///etc/passwd"}',
    ]) {
      const { ask, server } = await serving(window(), { body });
      expect((await ask()).window).toBeNull();
      expect(server.requests).toEqual(['GET /dir']);
    }
  });

  it.each(['https://localhost/r', 'https://127.0.0.1/r', 'http://[::1]/r', 'https://169.254.169.254/r'])(
    'is not asked for at %s by a directory elsewhere',
    async (renewalInfo) => {
      const urls: string[] = [];
      const info = new RenewalInfo({
        now: () => now,
        fetch: async ({ href }) => {
          urls.push(href);
          return ok({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ renewalInfo })) });
        },
      });
      const directory = 'https://ca.example/dir';
      expect((await info.ask(directory, 'key.serial', signal)).window).toBeNull();
      expect(urls).toEqual([directory]);
    },
  );

  it.each(['http://ca.example/', 'javascript:alert(1)', 'https://user@ca.example/', 7, 'no url'])(
    'shows no explanation at %s',
    async (explanationURL) => {
      const { ask } = await serving(window({ explanationURL }));
      expect((await ask()).window).toMatchObject({ start: Date.parse(start), explanationUrl: null });
    },
  );
});

describe('revocation lists', async () => {
  const authority = await CertificateAuthority.create(now);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  function memoryOfLists() {
    const lists = new Map<string, { readonly body: Buffer; readonly usedUntil: number }>();
    const repository: CrlRepository = {
      find: (url, at) => {
        const list = lists.get(url);
        return list !== undefined && list.usedUntil > at ? list : null;
      },
      save: (url, body, usedUntil) => {
        lists.set(url, { body, usedUntil });
        return ok(null);
      },
      clear: () => ok(null),
    };
    return { lists, repository };
  }

  async function serving(made: (server: AuthorityServer, leaf: X509Certificate) => Promise<Reply>) {
    const server = await startAuthorityServer();
    const { lists, repository } = memoryOfLists();
    authority.crlUrl = `${server.url}/list.crl`;
    const issue = async () => {
      const issued = await authority.issueLeaf({
        names: ['shop.example'],
        publicKey,
        issuer: 'ecdsa',
        notBefore: new Date(now - DAY_MS),
        notAfter: new Date(now + 90 * DAY_MS),
      });
      return { leaf: new X509Certificate(issued.leafPem), issuer: new X509Certificate(issued.chainPem) };
    };
    const { leaf, issuer } = await issue();
    server.replies.set('/list.crl', await made(server, leaf));
    let at = now;
    const asked = new RevocationLists({
      fetch: fetchFor(),
      repository,
      now: () => at,
      limits: { maxBytes: 10_000_000, timeoutMs: 1000 },
    });
    return {
      server,
      lists,
      issue,
      wait: (ms: number) => {
        at += ms;
      },
      ask: (of = leaf, chain = [issuer], known: CrlIssue | null = null) =>
        asked.ask(of, chain, known, signal),
    };
  }

  const listWith = (change: Partial<CrlRequest> = {}, by = authority) =>
    by.signCrl({
      issuer: 'ecdsa',
      thisUpdate: new Date(now - DAY_MS),
      nextUpdate: new Date(now + 3 * DAY_MS),
      revoked: [],
      ...change,
    });

  const issue: CrlIssue = { thisUpdate: now - DAY_MS, number: null };

  it('are downloaded once for all orders, and again when they are out of date', async () => {
    const { server, ask, issue: issueLeaf, wait } = await serving(async () => ({ body: await listWith() }));
    const fine = { kind: 'notListed', issue, againInMs: 3 * DAY_MS };
    const { leaf: other } = await issueLeaf();
    expect(await Promise.all([ask(), ask(other)])).toEqual([fine, fine]);
    expect(await ask()).toEqual(fine);
    expect(server.requests).toEqual(['GET /list.crl']);
    wait(3 * DAY_MS);
    expect(await ask()).toEqual({ kind: 'failed', againInMs: HOUR_MS });
    expect(server.requests).toHaveLength(2);
  });

  it('are used for 7 days at most', async () => {
    const nextUpdate = new Date(now + 300 * DAY_MS);
    const { ask, server, wait } = await serving(async () => ({ body: await listWith({ nextUpdate }) }));
    expect(await ask()).toEqual({ kind: 'notListed', issue, againInMs: 7 * DAY_MS });
    wait(6 * DAY_MS);
    expect(await ask()).toEqual({ kind: 'notListed', issue, againInMs: DAY_MS });
    expect(server.requests).toHaveLength(1);
    wait(DAY_MS);
    expect(await ask()).toEqual({ kind: 'notListed', issue, againInMs: 7 * DAY_MS });
    expect(server.requests).toHaveLength(2);
  });

  it('are never replaced by an older one', async () => {
    const { server, lists, ask, issue: issueLeaf } = await serving(async () => ({ body: await listWith() }));
    const newer = { thisUpdate: issue.thisUpdate + HOUR_MS, number: null };
    expect(await ask(undefined, undefined, newer)).toEqual({ kind: 'failed', againInMs: HOUR_MS });
    expect(lists.size).toBe(0);
    // Another certificate has seen no newer one.
    const { leaf } = await issueLeaf();
    expect(await ask(leaf)).toMatchObject({ kind: 'notListed', issue });
    server.replies.set('/list.crl', { body: await listWith({ thisUpdate: new Date(newer.thisUpdate) }) });
    expect(await ask(undefined, undefined, newer)).toMatchObject({ kind: 'notListed', issue: newer });
    expect(server.requests).toHaveLength(3);
  });

  it('are not asked for on this computer, whatever a name resolves to', async () => {
    const body = await listWith();
    const { server, issue: issueLeaf } = await serving(async () => ({ body }));
    const { port } = new URL(server.url);
    const lists = (resolved: string) =>
      new RevocationLists({
        fetch: fetchFor({
          ...guarded,
          resolve: (_name, _options, done) => done(null, [{ address: resolved, family: 4 }]),
        }),
        repository: memoryOfLists().repository,
        now: () => now,
        limits: { maxBytes: 10_000, timeoutMs: 1000 },
      });
    for (const host of ['127.0.0.1', 'localhost', 'crl.example', '0.0.0.0', '[::ffff:127.0.0.1]']) {
      authority.crlUrl = `http://${host}:${port}/list.crl`;
      const { leaf, issuer } = await issueLeaf();
      expect(await lists('127.0.0.1').ask(leaf, [issuer], null, signal)).toMatchObject({ kind: 'failed' });
    }
    expect(server.requests).toEqual([]);
  });

  it('say when and why a certificate was revoked', async () => {
    const at = now - 2 * DAY_MS;
    const { ask } = await serving(async (_server, { serialNumber }) => ({
      body: await listWith({ revoked: [{ serialNumber, at: new Date(at), reason: 'superseded' }] }),
    }));
    expect(await ask()).toEqual({
      kind: 'listed',
      revocation: { at, reason: 'superseded' },
      issue,
      againInMs: 3 * DAY_MS,
    });
  });

  it.each<[string, () => Promise<Reply>]>([
    ['none', async () => ({ status: 404 })],
    ['an error', async () => ({ status: 500 })],
    ['a redirect', async () => ({ status: 301, headers: { location: 'https://ca.example/list.crl' } })],
    ['garbage', async () => ({ body: 'not a list' })],
    ['no answer', async () => 'hang'],
    [
      'a list of other keys',
      async () => ({ body: await listWith({}, await CertificateAuthority.create(now)) }),
    ],
    ['a list of another issuer', async () => ({ body: await listWith({ issuer: 'rsa' }) })],
    ['an old list', async () => ({ body: await listWith({ nextUpdate: new Date(now - 1000) }) })],
    ['half a list', async () => ({ body: (await listWith()).subarray(0, 150) })],
    ['11 MB', async () => ({ body: Buffer.alloc(11_000_000, 0x30) })],
  ])('leave it open after %s, and nothing is kept', async (_what, reply) => {
    const { ask, lists } = await serving(reply);
    expect(await ask()).toEqual({ kind: 'failed', againInMs: HOUR_MS });
    expect(lists.size).toBe(0);
  });

  it('leave it open without the issuer in the chain', async () => {
    const { server, ask } = await serving(async () => ({ body: await listWith() }));
    expect(await ask(undefined, [])).toEqual({ kind: 'noIssuer', againInMs: DAY_MS });
    expect(server.requests).toEqual([]);
  });

  it('leave it open without a list in the certificate', async () => {
    const { server, issue, ask } = await serving(async () => ({ status: 404 }));
    authority.crlUrl = null;
    const { leaf } = await issue();
    expect(await ask(leaf)).toEqual({ kind: 'noList', againInMs: DAY_MS });
    expect(server.requests).toEqual([]);
  });

  it('leave it open when the extension that names them is unreadable', async () => {
    const { ask, issue: issueLeaf, server } = await serving(async () => ({ status: 404 }));
    const { leaf } = await issueLeaf();
    const broken = Buffer.from(leaf.raw);
    // The OID of the extension, its octet string, and the sequence in it.
    const place = broken.indexOf(Buffer.from('0603551d1f04', 'hex'));
    broken.writeUInt8(0x04, place + 7);
    expect(await ask(new X509Certificate(broken))).toEqual({ kind: 'unreadable', againInMs: DAY_MS });
    expect(server.requests).toEqual([]);
  });
});
