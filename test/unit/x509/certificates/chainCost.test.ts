import { X509Certificate } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type Crafted, craft } from '#test/support/craftedChains.ts';

const now = Date.now();
const authority = { subject: 'CN=Same', basic: { isCa: true } } as const;

function inspect(certificates: readonly Crafted[]) {
  const certificate = certificates.map(({ pem }) => pem).join('');
  const parts = { certificateServer: null, certificateChain: null, key: null, notAfter: null, name: null };
  return inspectMaterial({ certificate, ...parts }, { now, anchors: createTrustAnchors([]) });
}

/** The number of verified signatures: the main cost of a chain. */
function verifications(certificates: readonly Crafted[]): number {
  const verify = vi.spyOn(X509Certificate.prototype, 'verify');
  onTestFinished(() => verify.mockRestore());
  expect(inspect(certificates).ok).toBe(true);
  return verify.mock.calls.length;
}

async function ladder(length: number): Promise<Crafted[]> {
  const path: Crafted[] = [];
  for (let step = 0; step < length; step += 1) path.unshift(await craft(authority, path[0] ?? null));
  return path;
}

it('verifies few signatures of a long chain of one name, in the worst order', async () => {
  const path = await ladder(19);
  const leaf = await craft({ subject: 'CN=leaf' }, path[0] as Crafted);
  expect(verifications([leaf, ...path.toReversed()])).toBeLessThanOrEqual(32);
});

it('verifies few signatures of many authorities of one name that issued nothing', async () => {
  const unrelated = await Promise.all(Array.from({ length: 19 }, () => craft(authority, null)));
  const leaf = await craft({ subject: 'CN=leaf' }, await craft(authority, null));
  expect(verifications([leaf, ...unrelated])).toBeLessThanOrEqual(32);
});

it('still finds the path through seven authorities of one name', async () => {
  const path = await ladder(7);
  const leaf = await craft({ subject: 'CN=leaf' }, path[0] as Crafted);
  const inspection = inspect([leaf, ...path]);
  expect(inspection.ok && inspection.value.chain).toHaveLength(7);
});

it('uses no more certificates than a chain can need', async () => {
  const many = await Promise.all(Array.from({ length: 21 }, () => craft(authority, null)));
  const leaf = await craft({ subject: 'CN=leaf' }, many[0] as Crafted);
  expect(inspect([leaf, ...many])).toEqual({
    ok: false,
    error: { kind: 'invalidMaterial', reason: 'tooManyCertificates', part: 'certificate' },
  });
});
