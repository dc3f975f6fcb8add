import { beforeAll, describe, expect, it } from 'vitest';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { checkPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { makeInput, type TestInput, unwrap } from './pkcs12Fixtures.ts';

const differs = { ok: false, error: { kind: 'pkcs12', reason: 'differs' } };

let input: TestInput;
let bytes: Buffer;

beforeAll(async () => {
  input = await makeInput({}, { kind: 'p256', encoding: 'sec1' });
  bytes = unwrap(await buildPkcs12(input));
});

describe('checkPkcs12', () => {
  it('accepts the intended content, for any form of the key', async () => {
    expect(await checkPkcs12(bytes, input.passphrase, input)).toEqual({ ok: true, value: null });
    const pkcs8 = { ...input, keyPem: input.pkcs8 };
    expect(await checkPkcs12(bytes, input.passphrase, pkcs8)).toEqual({ ok: true, value: null });
  });

  it('detects another key with another certificate', async () => {
    expect(await checkPkcs12(bytes, input.passphrase, await makeInput())).toEqual(differs);
  });

  it('detects a certificate that is missing, added or out of order', async () => {
    for (const chainPem of [
      input.chainPem.slice(0, 1),
      [...input.chainPem, input.leafPem],
      input.chainPem.toReversed(),
    ])
      expect(await checkPkcs12(bytes, input.passphrase, { ...input, chainPem })).toEqual(differs);
  });

  it('detects a renewed certificate with the same key', async () => {
    const { leafPem } = await makeInput();
    const renewed = await checkPkcs12(bytes, input.passphrase, { ...input, leafPem });
    expect(renewed).toMatchObject({ ok: false, error: { reason: 'keyMismatch' } });
  });

  it('reports a file that cannot be opened', async () => {
    expect(await checkPkcs12(bytes, 'another', input)).toEqual({
      ok: false,
      error: { kind: 'pkcs12', reason: 'wrongPassphrase' },
    });
  });
});
