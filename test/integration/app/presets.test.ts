import { execFileSync } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ExportItemView } from '#shared/domain/export.ts';
import { builtinPresetIds } from '#shared/domain/presets/presets.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { ridOf } from '#test/support/orderRows.ts';
import {
  connect,
  endExport,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

const passphrase = 'SENTINEL correct horse';

interface ExportWay {
  readonly presetId: string;
  readonly container?: 'folder' | 'zip';
  readonly passphrase?: string;
}

/** Exports every order into `target`. Returns the results. */
async function exportAll(test: TestApp, target: string, way: ExportWay): Promise<readonly ExportItemView[]> {
  const { presetId, container = 'folder' } = way;
  test.desktop.choices.chooseFolder = target;
  test.desktop.choices.chooseZipFile = join(target, 'all.zip');
  const orderIds = [...test.seen().orders.keys()];
  const start = { orderIds, presetId, parts: null, container, into: null, deliveryId: null };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await endExport(test, jobId, { passphrase: way.passphrase ?? null });
  const items = test.seen().exportJob?.items ?? [];
  await test.call('export:dismiss', jobId);
  return items;
}

function openssl(...args: readonly string[]): string {
  const env = { ...process.env, PASS: passphrase };
  return execFileSync('openssl', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The PEM blocks of an output, without OpenSSL's other text. */
function blocksOf(text: string): string {
  return (text.match(/-----BEGIN .*?-----END [A-Z ]+-----\n/gsu) ?? []).join('');
}

describe('PKCS#12 in the real app', () => {
  it.each([
    ['tomcat', 'keystore.p12', []],
    ['iis', 'certificate.pfx', []],
    ['oldWindows', 'certificate.pfx', ['-legacy']],
  ] as const)(
    'of the preset %s is read by OpenSSL, and its passphrase is nowhere',
    async (presetId, name, legacy) => {
      const service = await serviceFor({ orders: 2 });
      const test = await startTestApp();
      await connect(test, service);
      const target = temporaryFolder();
      for (const item of await exportAll(test, target, { presetId, passphrase })) {
        expect(item).toMatchObject({ state: 'written', files: [`${item.folder}/${name}`] });
        // The tests' authority is not trusted by the system.
        expect(item.proof).toEqual({
          kind: 'notProven',
          reason: 'noRoot',
          code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
        });
        const path = join(target, item.folder, name);
        expect((lstatSync(path).mode & 0o7777).toString(8)).toBe('600');
        expect(item.snippet).toContain(path);
        const { material } = service.order(ridOf(test.seen().orders.get(item.orderId)));
        const read = ['pkcs12', ...legacy, '-in', path, '-passin', 'env:PASS'];
        expect(blocksOf(openssl(...read, '-nokeys'))).toBe(material.certificate);
        const key = blocksOf(openssl(...read, '-nocerts', '-noenc'));
        expect(createPublicKey(key).equals(createPublicKey(material.certificateServer))).toBe(true);
      }
      const said = JSON.stringify([test.log, test.desktop.sent, test.seen().exportJob]);
      expect(said).not.toContain('SENTINEL');
      await test.quit();
      for (const file of readdirSync(test.desktop.userData, { recursive: true, encoding: 'utf8' })) {
        const path = join(test.desktop.userData, file);
        if (lstatSync(path).isFile()) expect(readFileSync(path).includes('SENTINEL')).toBe(false);
      }
    },
  );

  it('does not start without a passphrase', async () => {
    const service = await serviceFor({ orders: 1 });
    const test = await startTestApp();
    await connect(test, service);
    const target = temporaryFolder();
    await expect(exportAll(test, target, { presetId: 'iis' })).rejects.toThrow('passphrase');
    expect(test.seen().exportJob).toMatchObject({ phase: 'review', needsPassphrase: true });
    expect(readdirSync(target)).toEqual([]);
  });
});

describe('the other formats in the real app', () => {
  const files: CallArgs<'presets:save'>['files'] = [
    { name: 'key.p8', format: 'pkcs8', parts: ['key'], mode: '600', lineEnds: 'lf' },
    { name: 'key.der', format: 'der', parts: ['key'], mode: '600', lineEnds: 'lf' },
    { name: 'cert.der', format: 'der', parts: ['leaf'], mode: '644', lineEnds: 'lf' },
    { name: 'chain.p7b', format: 'pkcs7', parts: ['leaf', 'chain', 'root'], mode: '644', lineEnds: 'lf' },
    {
      name: 'secret.yaml',
      format: 'kubernetes',
      parts: ['key', 'leaf', 'chain'],
      mode: '600',
      lineEnds: 'lf',
    },
  ];

  it('are read by OpenSSL, with the key and the certificates of the order', async () => {
    const service = await serviceFor({ orders: 2 });
    const test = await startTestApp();
    await connect(test, service);
    const preset = {
      id: null,
      name: 'All',
      folder: '{rid}',
      server: 'kubernetes',
    } as const;
    const { id } = okValue(await test.call('presets:save', { ...preset, files }));
    await until(() => test.seen().presets.some((known) => known.id === id));
    const target = temporaryFolder();
    for (const item of await exportAll(test, target, { presetId: id, passphrase })) {
      const { material } = service.order(ridOf(test.seen().orders.get(item.orderId)));
      const at = (name: string) => join(target, item.folder, name);
      const publicKey = openssl('x509', '-in', at('cert.der'), '-inform', 'DER', '-noout', '-pubkey');
      expect(publicKey).toBe(
        createPublicKey(material.certificateServer).export({ type: 'spki', format: 'pem' }),
      );
      expect(openssl('pkey', '-in', at('key.p8'), '-passin', 'env:PASS', '-pubout')).toBe(publicKey);
      expect(openssl('pkey', '-in', at('key.der'), '-inform', 'DER', '-pubout')).toBe(publicKey);
      const chain = openssl('pkcs7', '-in', at('chain.p7b'), '-inform', 'DER', '-print_certs');
      expect(blocksOf(chain)).toBe(material.certificate);
      expect(
        openssl('cms', '-cmsout', '-print', '-noout', '-in', at('chain.p7b'), '-inform', 'DER'),
      ).toContain('signerInfos:\n      <EMPTY>');
      const manifest = readFileSync(at('secret.yaml'), 'utf8');
      expect(manifest).toContain('type: kubernetes.io/tls\n');
      const entry = (name: string) =>
        Buffer.from(manifest.match(new RegExp(`${name}: (.*)`, 'u'))?.[1] ?? '', 'base64').toString();
      expect(material.certificate).toContain(entry('tls.crt'));
      expect(entry('tls.key')).toBe(material.key);
      expect(item.snippet).toBe(`kubectl apply --server-side -f ${at('secret.yaml')}\n`);
      const modes = files.map(({ name }) => (lstatSync(at(name)).mode & 0o777).toString(8));
      expect(modes).toEqual(['600', '600', '644', '644', '600']);
    }
  });
});

describe('the built-in presets of formats', () => {
  const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;

  it.each([
    ['pkcs8', ['privkey-encrypted.pem', 'fullchain.pem']],
    ['der', ['privkey.der', 'cert.cer', 'fullchain.p7b']],
    ['pkcs7', ['fullchain.p7b', 'privkey.pem']],
  ] as const)('%s: its files are read by OpenSSL, and only you can read the key', async (presetId, names) => {
    const service = await serviceFor({ orders: 2 });
    const test = await startTestApp();
    await connect(test, service);
    const target = temporaryFolder();
    const way = presetId === 'pkcs8' ? { presetId, passphrase } : { presetId };
    for (const item of await exportAll(test, target, way)) {
      const { material } = service.order(ridOf(test.seen().orders.get(item.orderId)));
      expect(item).toMatchObject({ state: 'written', files: names.map((name) => `${item.folder}/${name}`) });
      expect(item.snippet).toBeNull();
      const publicKey = createPublicKey(material.certificateServer).export({ type: 'spki', format: 'pem' });
      const readers: Readonly<Record<string, (path: string) => void>> = {
        'privkey-encrypted.pem': (path) => {
          expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/u);
          expect(openssl('pkey', '-in', path, '-passin', 'env:PASS', '-pubout')).toBe(publicKey);
        },
        'privkey.pem': (path) => expect(openssl('pkey', '-in', path, '-pubout')).toBe(publicKey),
        'privkey.der': (path) =>
          expect(openssl('pkey', '-in', path, '-inform', 'DER', '-pubout')).toBe(publicKey),
        'fullchain.pem': (path) => expect(material.certificate).toContain(readFileSync(path, 'utf8')),
        'cert.cer': (path) =>
          expect(fingerprint(openssl('x509', '-in', path, '-inform', 'DER'))).toBe(
            fingerprint(material.certificateServer),
          ),
        'fullchain.p7b': (path) => {
          const chain = blocksOf(openssl('pkcs7', '-in', path, '-inform', 'DER', '-print_certs'));
          expect(material.certificate).toContain(chain);
          expect(fingerprint(chain)).toBe(fingerprint(material.certificateServer));
        },
      };
      for (const name of names) {
        const path = join(target, item.folder, name);
        readers[name]?.(path);
        const mode = name.startsWith('privkey') ? '600' : '644';
        expect((lstatSync(path).mode & 0o777).toString(8), name).toBe(mode);
      }
    }
  });
});

describe('custom presets in the real app', () => {
  const draft: CallArgs<'presets:save'> = {
    id: null,
    name: 'Mail',
    folder: '',
    server: 'apache',
    files: [
      { name: '{rid}.key', format: 'pem', parts: ['key'], mode: '640', lineEnds: 'lf' },
      { name: '{rid}.crt', format: 'pem', parts: ['leaf', 'chain', 'root'], mode: '644', lineEnds: 'crlf' },
    ],
  };

  it('are created, used after a restart, and removed', async () => {
    const service = await serviceFor({ orders: 2 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    await connect(first, service);
    const { id } = okValue(await first.call('presets:save', draft));
    await until(() => first.seen().presets.some((preset) => preset.id === id));
    await first.quit();
    const test = await startTestApp(profile);
    expect(test.seen().presets.map((preset) => preset.id)).toEqual([...builtinPresetIds, id]);
    const target = temporaryFolder();
    const items = await exportAll(test, target, { presetId: id });
    for (const { orderId, files, snippet } of items) {
      const rid = ridOf(test.seen().orders.get(orderId));
      const { material } = service.order(rid);
      expect(files).toHaveLength(2);
      const paths = files.map((file) => join(target, file));
      expect(snippet).toContain(`SSLCertificateFile    ${paths[1]}\nSSLCertificateKeyFile ${paths[0]}\n`);
      const [key = '', certificate = ''] = paths.map((path) => readFileSync(path, 'utf8'));
      expect(key).toBe(material.key);
      expect(certificate).toBe(material.certificate.replaceAll('\n', '\r\n'));
      expect((lstatSync(join(target, files[0] ?? '')).mode & 0o777).toString(8)).toBe('640');
    }
    okValue(await test.call('presets:remove', id));
    await until(() => test.seen().presets.length === builtinPresetIds.length);
  });

  it('with paths outside the target are refused by main', async () => {
    const test = await startTestApp();
    for (const folder of ['../x', '/etc', 'a/../../b'])
      expect(await test.call('presets:save', { ...draft, folder })).toMatchObject({
        ok: false,
        error: { field: 'presetFolder', reason: 'notAFileName' },
      });
  });
});

it('a ZIP of a preset has its files and the snippets with their paths', async () => {
  const service = await serviceFor({ orders: 2 });
  const test = await startTestApp();
  await connect(test, service);
  const target = temporaryFolder();
  const items = await exportAll(test, target, { presetId: 'nginx', container: 'zip' });
  const archive = unzipSync(readFileSync(join(target, 'all.zip')));
  expect(Object.keys(archive).sort()).toEqual(items.flatMap(({ files }) => files).sort());
  for (const { folder, snippet, chain } of items) {
    expect(snippet).toContain(`ssl_certificate_key ${folder}/privkey.pem;`);
    expect(chain.missingIssuer).not.toBe('');
  }
});
