import { describe, expect, it } from 'vitest';
import { assembleMaterial } from '#main/orders/api/assembleMaterial.ts';
import type { LatestParts } from '#main/orders/api/decodeLatest.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

const pem = (label: string) => `-----BEGIN ${label}-----\nQUJD\n-----END ${label}-----\n`;
const leaf = pem('CERTIFICATE');
const full = leaf + leaf;
const key = pem('PRIVATE KEY');
const nothing: LatestParts = {
  certificate: null,
  certificateServer: null,
  reported: null,
  certificateChain: null,
  key: null,
  name: null,
};
const unknown: AppError = { kind: 'unknownRid' };
const failing: AppError = { kind: 'serverError', status: 502, retryAfterMs: null };

async function assemble(
  parts: Partial<LatestParts>,
  downloads: Partial<Record<ExportPart, Result<string>>> = {},
  withKey = false,
) {
  const asked: ExportPart[] = [];
  const material = await assembleMaterial(
    { ...nothing, ...parts },
    '2026-08-01 20:34:56',
    withKey,
    (part) => {
      asked.push(part);
      return Promise.resolve(downloads[part] ?? err(unknown));
    },
  );
  return { material, asked };
}

describe('assembleMaterial', () => {
  it('sends no request when the JSON holds the chain, or both halves', async () => {
    expect(await assemble({ certificate: full, key })).toMatchObject({
      asked: [],
      material: { value: { certificate: full, key, notAfter: '2026-08-01 20:34:56' } },
    });
    expect(await assemble({ certificateServer: leaf, certificateChain: leaf })).toMatchObject({
      asked: [],
      material: { value: { certificate: full } },
    });
    expect((await assemble({ certificate: leaf, certificateChain: '' })).asked).toEqual([]);
  });

  it('requests only the full certificate when the JSON holds none', async () => {
    expect(await assemble({}, { certificate: ok(full) })).toMatchObject({
      asked: ['certificate'],
      material: { value: { certificate: full, certificateServer: null, certificateChain: null, key: null } },
    });
  });

  it('requests the chain when the JSON holds only the leaf', async () => {
    expect(await assemble({ certificate: leaf.trimEnd() }, { certificateChain: ok(leaf) })).toMatchObject({
      asked: ['certificateChain'],
      material: { value: { certificate: full } },
    });
    expect(await assemble({ certificate: leaf })).toMatchObject({
      material: { value: { certificate: leaf } },
    });
  });

  it('composes the certificate from its halves when the service has no full one', async () => {
    expect(await assemble({}, { certificateServer: ok(leaf), certificateChain: ok(leaf) })).toMatchObject({
      asked: ['certificate', 'certificateServer', 'certificateChain'],
      material: { value: { certificate: full } },
    });
  });

  it('reports missing material when no endpoint has any', async () => {
    expect((await assemble({})).material).toEqual(
      err({ kind: 'invalidResponse', reason: 'noMaterial', detail: null }),
    );
  });

  it.each(['certificate', 'certificateServer', 'certificateChain'] as const)(
    'passes the failure of the %s on',
    async (part) => {
      const downloads = { certificateServer: ok(leaf), [part]: err(failing) };
      expect((await assemble({}, downloads)).material).toEqual(err(failing));
    },
  );

  it('requests the key only on demand, and only when it is missing', async () => {
    expect((await assemble({ certificate: full })).asked).toEqual([]);
    expect((await assemble({ certificate: full, key }, {}, true)).asked).toEqual([]);
    expect(await assemble({ certificate: full }, { key: ok(key) }, true)).toMatchObject({
      asked: ['key'],
      material: { value: { key } },
    });
    expect((await assemble({ certificate: full }, {}, true)).material).toEqual(
      err({ kind: 'invalidMaterial', reason: 'pemMissing', part: 'key' }),
    );
    expect((await assemble({ certificate: full }, { key: err(failing) }, true)).material).toEqual(
      err(failing),
    );
  });
});
