import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'odd-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A certificate that OpenSSL made for itself, as a service would return it. */
async function madeBy(options: readonly string[]) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', ...options, '-nodes', '-days', '30', '-subj', '/CN=a.example'],
    ...['-addext', 'subjectAltName=DNS:a.example', '-addext', 'extendedKeyUsage=serverAuth'],
    ...['-keyout', key, '-out', certificate],
  ]);
  return {
    ...{ certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') },
    ...{ certificateServer: null, certificateChain: null, notAfter: null, name: null },
  };
}

const curve = (name: string) => ['ec', '-pkeyopt', `ec_paramgen_curve:${name}`];

it.each([
  ['Ed448', ['ed448']],
  ['RSASSA-PSS', ['rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048']],
  ['brainpoolP256r1', curve('brainpoolP256r1')],
  ['brainpoolP384r1', curve('brainpoolP384r1')],
  ['secp256k1', curve('secp256k1')],
  ['EC with explicit parameters', [...curve('P-256'), '-pkeyopt', 'ec_param_enc:explicit']],
])(
  'a certificate of OpenSSL with a key of the kind %s needs review, and its key is not said to be missing',
  async (kind, options) => {
    const material = await madeBy(options);
    const judgedBy = { now: Date.now(), anchors: createTrustAnchors([material.certificate]) };
    const inspected = inspectMaterial(material, judgedBy);
    expect(inspected.ok && inspected.value.findings).toEqual([
      { kind: 'keyUnsupported', key: kind, reach: 'openssl', subject: 'a.example' },
      { kind: 'keyNotMatchable' },
    ]);
    expect(buildBundle(material, judgedBy)).toMatchObject({
      error: { kind: 'invalidMaterial', reason: 'keyNotSupported', part: 'key' },
    });
  },
);

it('a key on P-224, which this runtime reads, needs review and is matched', async () => {
  const material = await madeBy(curve('P-224'));
  const judgedBy = { now: Date.now(), anchors: createTrustAnchors([material.certificate]) };
  expect(inspectMaterial(material, judgedBy)).toMatchObject({
    value: { leaf: { curve: 'P-224' }, findings: [{ kind: 'keyUnsupported', key: 'P-224' }] },
  });
});
