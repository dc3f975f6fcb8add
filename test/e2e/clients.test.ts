import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeMaterial } from '#main/x509/certificates/judgeMaterial.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { clientTable } from '#test/support/clientTable.ts';
import { temporaryFolder, testElectron } from '#test/support/e2e/notAfterApp.ts';
import { trustingHome } from '#test/support/e2e/trustingHome.ts';

interface Kind {
  /** Arguments of `openssl genpkey`; default: P-256. */
  readonly key?: readonly string[];
  readonly days?: number;
  readonly digest?: string;
  readonly serial?: string;
  /** The extended key usage; `null`: none. */
  readonly purposes?: string | null;
  readonly usage?: string;
  /** The only alternative name; default: the host, `null`: none. */
  readonly name?: string | null;
  readonly extension?: string;
  /** The host that the client asks for; default: `<kind>.clients.example`. */
  readonly host?: string;
}

const curve = (name: string) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${name}`];
const rsa = (bits: number) => ['-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`];

/** Certificates, each with one thing that a client may refuse. */
const kinds: Readonly<Record<string, Kind>> = {
  'p-256': {},
  'p-384': { key: curve('P-384') },
  'p-521': { key: curve('P-521') },
  'p-224': { key: curve('secp224r1') },
  secp256k1: { key: curve('secp256k1') },
  brainpool: { key: curve('brainpoolP256r1') },
  ed25519: { key: ['-algorithm', 'ED25519'] },
  ed448: { key: ['-algorithm', 'ED448'] },
  'rsa-2048': { key: rsa(2048) },
  'rsa-1024': { key: rsa(1024) },
  'sha-1': { digest: 'sha1' },
  'no-purpose': { purposes: null },
  'client-purpose': { purposes: 'clientAuth' },
  'no-signing': { usage: 'keyAgreement' },
  'long-life': { days: 900 },
  'must-staple': { extension: 'tlsfeature=status_request' },
  'negative-serial': { serial: '-4660' },
  'long-serial': { serial: `0x7f${'11'.repeat(23)}` },
  'common-name': { name: null },
  'part-star': { name: 'part-s*.clients.example' },
  'middle-star': { name: 'www.*.example', host: 'www.middle.example' },
  'top-star': { name: '*.example', host: 'top.example' },
};

const hostOf = (kind: string) => kinds[kind]?.host ?? `${kind}.clients.example`;

let folder: string;
let rootPem: string;

const openssl = (...args: string[]) => runOrThrow('openssl', args);
const at = (file: string) => join(folder, file);

async function issue(kind: string, what: Kind): Promise<void> {
  const { key = curve('P-256'), days = 90, digest = 'sha256' } = what;
  // NSS takes one certificate of an issuer with a serial number.
  const { serial = `${1000 + Object.keys(kinds).indexOf(kind)}` } = what;
  const { purposes = 'serverAuth', usage = 'digitalSignature', name = hostOf(kind), extension } = what;
  const extensions = [
    `keyUsage=critical,${usage}`,
    ...(purposes === null ? [] : [`extendedKeyUsage=${purposes}`]),
    ...(name === null ? [] : [`subjectAltName=DNS:${name}`]),
    ...(extension === undefined ? [] : [extension]),
  ];
  await writeFile(at(`${kind}.ext`), extensions.join('\n'));
  await openssl('genpkey', ...key, '-out', at(`${kind}.key`));
  const request = ['-key', at(`${kind}.key`), '-subj', `/CN=${hostOf(kind)}`, '-out', at(`${kind}.csr`)];
  await openssl('req', '-new', ...request);
  const signer = ['-CA', at('root.pem'), '-CAkey', at('root.key'), '-set_serial', serial, `-${digest}`];
  const rest = ['-days', `${days}`, '-extfile', at(`${kind}.ext`), '-out', at(`${kind}.pem`)];
  await openssl('x509', '-req', '-in', at(`${kind}.csr`), ...signer, ...rest);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const root = ['-nodes', '-keyout', at('root.key'), '-out', at('root.pem'), '-subj', '/CN=Clients Root'];
  const authority = [
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-addext',
    'keyUsage=critical,keyCertSign',
  ];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  await openssl('req', '-x509', ...key, '-days', '4000', ...root, ...authority);
  rootPem = await readFile(at('root.pem'), 'utf8');
  for (const [kind, what] of Object.entries(kinds)) await issue(kind, what);
});

const servers = new Set<{ close(): unknown }>();

afterAll(() => {
  for (const server of servers) server.close();
});

/** Serves a certificate, also one that OpenSSL takes at its lowest level alone. @returns its address for Chromium */
async function serve(kind: string): Promise<string> {
  const [key, cert] = await Promise.all([readFile(at(`${kind}.key`)), readFile(at(`${kind}.pem`))]);
  const options = { key, cert, ciphers: 'ALL:@SECLEVEL=0' };
  const server = createServer(options, (_request, response) => response.end());
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://${hostOf(kind)}:${(server.address() as AddressInfo).port}/`;
}

/** What Chromium says of each address: the name of its error, or nothing. */
async function askChromium(addresses: readonly string[]): Promise<readonly string[]> {
  const output = at('outcomes.json');
  const switches = [
    '--disable-gpu',
    '--host-resolver-rules=MAP *.example 127.0.0.1',
    `--user-data-dir=${at('profile')}`,
    ...(lacksSandbox() ? ['--no-sandbox'] : []),
  ];
  const program = join(import.meta.dirname, '../support/e2e/httpsClient/main.cjs');
  const env = { ...process.env, HOME: await trustingHome(rootPem) };
  const args = [...switches, program, JSON.stringify(addresses), output];
  await runOrThrow(testElectron().executable, args, { env });
  return JSON.parse(await readFile(output, 'utf8'));
}

/** The findings of a certificate that docs/clients.md says Chrome refuses. */
async function refusedByChrome(kind: string): Promise<readonly string[]> {
  const leaf = new X509Certificate(await readFile(at(`${kind}.pem`)));
  const anchors = createTrustAnchors([rootPem]);
  const { faults, refusals, missingIssuer } = judgeMaterial({ leaf, pool: [] }, { now: Date.now(), anchors });
  expect(missingIssuer, kind).toBeNull();
  const rows = clientTable().filter(({ clients }) => clients.includes('Chrome'));
  const isOfChrome = (clients: readonly string[] | null, found: string) =>
    clients?.includes('Chrome') ?? rows.some((row) => row.kind === found);
  return [...faults, ...refusals]
    .filter((finding) => isOfChrome('clients' in finding ? finding.clients : null, finding.kind))
    .map((finding) => finding.kind);
}

test('the Chromium of the app refuses what docs/clients.md says of Chrome, and nothing else', async () => {
  const names = Object.keys(kinds);
  const outcomes = await askChromium(await Promise.all(names.map(serve)));
  const said = await Promise.all(names.map(refusedByChrome));
  const compare = (isRefused: (at: number) => boolean) =>
    Object.fromEntries(names.map((name, place) => [name, isRefused(place) ? 'refused' : 'accepted']));
  expect(
    compare((place) => outcomes[place] !== ''),
    JSON.stringify(outcomes),
  ).toEqual(compare((place) => said[place]?.length !== 0));
});
