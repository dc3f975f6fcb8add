import '#test/service/reflectMetadata.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeChain } from '#main/x509/certificates/judgeChain.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { Dice } from '#test/integration/app/fuzz/dice.ts';
import { soakCount } from '#test/support/soak.ts';
import { type Hierarchy, hierarchyOf } from './hierarchies.ts';
import { opensslError } from './openssl.ts';

const SEED = 58;
const TOTAL = soakCount(500);
const SECOND_MS = 1000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-hierarchies-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function judged({ sent, store }: Hierarchy, at: number) {
  const [leaf, ...above] = sent.map(({ certificate }) => certificate);
  if (leaf === undefined) throw new Error('no leaf');
  return judgeChain(leaf, above, createTrustAnchors(store.map(({ pem }) => pem)), at);
}

it(`OpenSSL and the judgement agree on ${TOTAL} hierarchies`, { timeout: TOTAL * 2_000 }, async () => {
  const seen = { trusted: 0, refused: 0, otherPath: 0, chainEndsFirst: 0 };
  for (let shape = 0; shape < TOTAL; shape += 1) {
    const hierarchy = await hierarchyOf(new Dice(SEED + shape));
    const { sent, store } = hierarchy;
    const { trust, faults, path, usable, chainEnd } = judged(hierarchy, Date.now());
    const openssl = (what: string, chain: typeof sent, roots: typeof store, at?: number) =>
      opensslError(
        { chain, roots, name: 'shop.example', ...(at === undefined ? {} : { at }) },
        folder,
        `${shape}-${what}`,
      );
    const isTrusted = trust === null && faults.length === 0;
    const error = await openssl('all', sent, store);
    const about = `shape ${shape}: OpenSSL ${error}, we ${JSON.stringify({ trust, faults })}`;
    seen[isTrusted ? 'trusted' : 'refused'] += 1;
    if (!isTrusted) {
      expect(error, about).not.toBe(0);
      continue;
    }
    // OpenSSL takes the first valid certificate of an issuer, or an expired root of the store, and never another one.
    // Browsers and Go try all, as we do: the path that we found is one that OpenSSL accepts.
    const found = new Set(path.map(({ fingerprint256 }) => fingerprint256));
    const onPath = ({ certificate }: (typeof sent)[number]) => found.has(certificate.fingerprint256);
    const best = [sent.filter(onPath), store.filter(onPath)] as const;
    if (error !== 0) seen.otherPath += 1;
    expect(await openssl('best', ...best), about).toBe(0);
    // To OpenSSL, a certificate is expired at its notAfter.
    expect(await openssl('last', ...best, usable.notAfter - SECOND_MS), about).toBe(0);
    const leafEnd = sent[0]?.certificate.validToDate.getTime();
    expect(chainEnd?.at ?? leafEnd, about).toBe(usable.notAfter);
    if (chainEnd !== null) seen.chainEndsFirst += 1;
    // No other path is usable longer.
    expect(await openssl('after', sent, store, usable.notAfter + SECOND_MS), about).not.toBe(0);
    const later = judged(hierarchy, usable.notAfter + DAY_MS);
    const isUsed = later.usable.notAfter > usable.notAfter && later.faults.length === 0;
    expect(isUsed && later.trust === null, about).toBe(false);
  }
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
});
