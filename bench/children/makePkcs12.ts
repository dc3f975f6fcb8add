import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExportBundle } from '#main/deployment/export/exportDestination.ts';
import { sealBundle } from '#main/deployment/export/presetFiles.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { answer, childInput } from './childInput.ts';

/** The app's PKCS#12 and that of the `openssl` command, in turns, of the same RSA key and chain. */
const { folder, samples } = childInput<{ folder: string; samples: number }>();

const passphrase = 'correct horse battery staple';
const DAY_MS = 86_400_000;

const pair = await new KeyPool().fresh('rsa2048');
const authority = await CertificateAuthority.create(Date.now());
const { leafPem, chainPem } = await authority.issueLeaf({
  names: ['shop.example'],
  publicKey: pair.publicKey,
  issuer: 'rsa',
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + DAY_MS),
});
const keyPem = privateKeyPem(pair, 'pkcs8');
const source = join(folder, 'source.pem');
const target = join(folder, 'keystore.p12');
await writeFile(source, keyPem + leafPem + chainPem, { mode: 0o600 });

const file: PresetFile = {
  name: 'keystore.p12',
  format: 'pkcs12',
  parts: ['key', 'leaf', 'chain'],
  mode: '600',
  lineEnds: 'lf',
};

const made: number[] = [];
const makingCommand: number[] = [];
const checked: number[] = [];
const checkingCommand: number[] = [];
for (let sample = 0; sample < samples; sample += 1) {
  const own = await timed(seal);
  const command = await timed(makeByCommand);
  made.push(own.ms);
  makingCommand.push(command.ms);
  checked.push(own.ms + (await timed(() => openAgain(own.value))).ms);
  checkingCommand.push(command.ms + (await timed(openByCommand)).ms);
}
answer({ made, makingCommand, checked, checkingCommand });

/** The export between passphrase and disk. */
async function seal(): Promise<ExportBundle> {
  const pem = { key: keyPem, leaf: leafPem, chain: [chainPem], root: null };
  const planned = { name: file.name, content: null, secret: true, mode: 0o600 };
  const bundle = { orderId: 'o', folder: 'shop.example', files: [planned] } as const;
  const sealed = await sealBundle(bundle, [file], { passphrase, friendlyName: 'shop.example', pem });
  if (!sealed.ok) throw new Error(`Not sealed: ${sealed.error.kind}`);
  return sealed.value;
}

/** The export's check of the bytes that it read back. */
async function openAgain({ files }: ExportBundle): Promise<void> {
  for (const { content, check } of files) {
    const problem = await check?.(content);
    if (problem !== null) throw new Error(`Not what was meant: ${problem?.kind ?? 'not checked'}`);
  }
}

/** With the algorithms and the iterations of the app's file. */
async function makeByCommand(): Promise<void> {
  const algorithms = [
    '-keypbe',
    'AES-256-CBC',
    '-certpbe',
    'AES-256-CBC',
    '-macalg',
    'sha256',
    '-iter',
    '10000',
  ];
  await openssl('-export', '-in', source, '-out', target, '-passout', 'env:PASS', ...algorithms);
}

/** Checks the MAC and decrypts everything. */
async function openByCommand(): Promise<void> {
  await openssl('-in', target, '-noout', '-passin', 'env:PASS');
}

async function openssl(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('openssl', ['pkcs12', ...args], { env: { ...process.env, PASS: passphrase } });
}

async function timed<Value>(action: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now();
  const value = await action();
  return { value, ms: performance.now() - startedAt };
}
