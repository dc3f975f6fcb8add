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
    expect(cas.now()).toBe(first);
  });

  it('are available synchronously', async () => {
    const cas = createSystemCas();
    const now = cas.now();
    expect(new Set(now)).toEqual(expected);
    expect(await cas.load()).toBe(now);
  });
});
