import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createSystemCas } from '#main/orders/connections/systemCas.ts';

const expected = new Set([...getCACertificates('system'), ...getCACertificates('default')]);

describe('the roots of the system', () => {
  it('are read in a thread: the same ones as here, each once', async () => {
    const cas = await createSystemCas().load();
    expect(cas).toHaveLength(expected.size);
    expect(new Set(cas)).toEqual(expected);
  });

  it('are read once for all callers', async () => {
    const cas = createSystemCas();
    const [first, second] = await Promise.all([cas.load(), cas.load()]);
    expect(second).toBe(first);
    expect(cas.roots().every(({ pem }) => first.includes(pem))).toBe(true);
  });

  it('have the names that this runtime reads', async () => {
    const cas = createSystemCas();
    await cas.load();
    const roots = cas.roots();
    expect(roots.length).toBeGreaterThan(100);
    expect(roots.map(({ subject }) => subject)).toEqual(
      roots.map(({ pem }) => new X509Certificate(pem).subject),
    );
  });

  it('are available synchronously', async () => {
    const cas = createSystemCas();
    const roots = cas.roots();
    expect(roots).toEqual(createSystemCas().roots());
    expect(new Set(await cas.load())).toEqual(expected);
    expect(cas.roots()).toBe(roots);
  });
});
