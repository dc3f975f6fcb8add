import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  kubernetesSecret,
  readKubernetesSecret,
  secretName,
} from '#main/deployment/export/kubernetesSecret.ts';
import { soakCount } from '#test/support/soak.ts';

describe('a Secret of Kubernetes', () => {
  it('has the certificates and the key in Base64, and a quoted name', () => {
    const text = kubernetesSecret('shop.example.com', { certificates: 'CERT\n', key: 'KEY\n' });
    expect(text).toBe(
      [
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        '  name: "shop.example.com"',
        'type: kubernetes.io/tls',
        'data:',
        '  tls.crt: Q0VSVAo=',
        '  tls.key: S0VZCg==',
        '',
      ].join('\n'),
    );
    expect(readKubernetesSecret(text)).toEqual({ certificates: 'CERT\n', key: 'KEY\n' });
  });

  it.each(['', 'data:\n  tls.crt: QQ==\n', 'data:\n  tls.crt: "QQ=="\n  tls.key: QQ==\n'])(
    'is not read from another text: %j',
    (text) => {
      expect(readKubernetesSecret(text)).toBeNull();
    },
  );
});

describe('the name of a Secret', () => {
  it.each([
    ['shop', 'shop'],
    ['Shop.Example', 'shop.example'],
    ['Shop & Café', /^shop-caf-[0-9a-f]{8}$/],
    ['商店', /^certificate-[0-9a-f]{8}$/],
    ['*.example.com', /^example\.com-[0-9a-f]{8}$/],
    ['a..-.b', /^a\.b-[0-9a-f]{8}$/],
    ['x'.repeat(300), /^x{244}-[0-9a-f]{8}$/],
  ])('of %s', (label, name) => {
    expect(secretName(label)).toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);
  });

  it('is valid for any label, and differs for labels that differ by more than case', () => {
    // https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
    const valid = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u;
    const label = fc.string({
      unit: fc.constantFrom('a', 'B', '.', '-', ' ', 'é', '商', '"', '\n'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(label, label, (one, other) => {
        expect(secretName(one)).toMatch(valid);
        if (one.toLowerCase() !== other.toLowerCase()) expect(secretName(one)).not.toBe(secretName(other));
      }),
      { numRuns: soakCount(2_000) },
    );
  });
});
