import { expect, it } from 'vitest';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { reviewBundle } from '#main/x509/certificates/reviewBundle.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { type Crafted, craft } from '#test/support/craftedChains.ts';

const ca = { basic: { isCa: true } } as const;
const root = await craft({ subject: 'CN=Root', ...ca }, null);
const former = await craft({ subject: 'CN=Former', ...ca }, null);
const between = await craft({ subject: 'CN=Between', ...ca, until: 50 }, root);
const leaf = await craft(
  {
    subject: 'CN=shop.example',
    names: [{ type: 'dns', value: 'shop.example' }],
    purposes: ['1.3.6.1.5.5.7.3.1'],
  },
  between,
);
const now = Date.now();

function bundleOf(sent: readonly Crafted[], roots: readonly Crafted[] = [root]) {
  const certificate = sent.map(({ pem }) => pem).join('');
  const parts = { certificateServer: null, certificateChain: null, key: null, notAfter: null, name: null };
  const anchors = createTrustAnchors(roots.map(({ pem }) => pem));
  const bundle = buildBundle({ certificate, ...parts }, { now, anchors });
  if (!bundle.ok) throw new Error(bundle.error.kind);
  return bundle.value;
}

it('an export has the path that is trusted, whatever the service lists first', async () => {
  const expired = await craft({ subject: 'CN=Between', ...ca, sameAs: between, until: -1 }, root);
  const elsewhere = await craft({ subject: 'CN=Between', ...ca, sameAs: between }, former);
  const { pem, chain, found } = bundleOf([leaf, expired, elsewhere, between]);
  expect(pem.chain).toEqual([between.pem]);
  expect({ chain, found }).toEqual({ chain: { complete: true, missingIssuer: null }, found: [] });
});

it('an export keeps what the service sends above that path, for clients with another root', async () => {
  const crossed = await craft({ subject: 'CN=Root', ...ca, sameAs: root }, former);
  const { pem, chain } = bundleOf([leaf, between, crossed]);
  expect(pem.chain).toEqual([between.pem, crossed.pem]);
  expect(chain.complete).toBe(true);
});

it('a certificate is valid now only if its whole chain is', () => {
  const bundle = bundleOf([leaf, between]);
  const isValid = (days: number) => reviewBundle(bundle, null, now + days * DAY_MS).isValidNow;
  expect([-100, 0, 49, 51].map(isValid)).toEqual([false, true, true, false]);
});
