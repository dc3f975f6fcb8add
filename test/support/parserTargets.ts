import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { RenewalInfo } from '#main/monitoring/authority/renewalInfo.ts';
import { DialogueRun } from '#main/monitoring/probe/starttls/dialogue.ts';
import { dialogues } from '#main/monitoring/probe/starttls/dialogues.ts';
import { decodeDownload, decodeLatest } from '#main/orders/api/decodeLatest.ts';
import { caOf } from '#main/orders/connections/caFiles.ts';
import { configurationText } from '#main/reporting/configuration/configurationText.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';
import { readPayload } from '#main/webhook/receiver/payload.ts';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { askCrl } from '#main/x509/certificates/crl.ts';
import { parseDer, readOr } from '#main/x509/certificates/der.ts';
import { extensionsOf } from '#main/x509/certificates/extensions.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { readPemBlocks, writtenBlocks } from '#main/x509/certificates/pem.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { isUndated, validityOf } from '#main/x509/certificates/validity.ts';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { readPkcs7, writePkcs7 } from '#main/x509/pkcs12/pkcs7.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { issuingPoint } from './crlParts.ts';

/** A parser that reads what others send or made. */
export interface ParserTarget {
  readonly name: string;
  /** Valid inputs, which are mutated. */
  readonly seeds: readonly Buffer[];
  /** Reads an input. What it throws is a crash. */
  readonly read: (input: Buffer) => unknown;
  /** Reads of this one for one of the others: it is slow by design. */
  readonly share?: number;
}

const url = 'http://crl.example/one.crl';
const passphrase = 'correct horse';

/** All parsers, with real inputs. @param now Unix ms */
export async function parserTargets(now: number): Promise<readonly ParserTarget[]> {
  const authority = await CertificateAuthority.create(now);
  authority.crlUrl = url;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: ['shop.example', '*.shop.example', '192.0.2.1'],
    publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + 90 * DAY_MS),
  });
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const [leaf, issuer] = [new X509Certificate(leafPem), new X509Certificate(chainPem)];
  const { rootPem } = authority;
  const ders = [leafPem, chainPem, rootPem].map((pem) => new X509Certificate(pem).raw);
  const list = await authority.signCrl({
    issuer: 'ecdsa',
    thisUpdate: new Date(now - DAY_MS),
    nextUpdate: new Date(now + DAY_MS),
    revoked: [{ serialNumber: leaf.serialNumber, at: new Date(now - DAY_MS), reason: 'keyCompromise' }],
    extensions: [issuingPoint({ url, flag: 'userCertificates' })],
  });
  const input = { keyPem, leafPem, chainPem: [chainPem, rootPem], friendlyName: 'shop', passphrase };
  const files = await Promise.all(
    (['modern', 'compatible'] as const).map((profile) => buildPkcs12({ ...input, profile })),
  );
  const pem = Buffer.from(leafPem + chainPem + keyPem);
  const latest = {
    certificate: leafPem + chainPem,
    key: keyPem,
    notAfter: '2027-01-01 00:00:00',
    name: 'shop',
  };
  const fields = { ssl: 's', task: 't', certificateServer: '', certificateChain: '', ...latest };
  const configuration = configurationText({
    settings: { pollIntervalMinutes: 60, alertDays: [30, 7] },
    connections: [
      { name: 'Main', address: 'https://a.example/api', ca: { fileName: 'ca.pem', certificates: [rootPem] } },
    ],
    orders: [
      {
        ...{ connection: 'Main', rid: 'shop', alias: 'Shop', tags: ['one', 'two'], note: 'text' },
        endpoints: [
          { host: 'a.example', port: 443, protocol: 'tls', serverName: null, intervalMinutes: 720 },
        ],
        destinations: [{ preset: 'nginx', parts: null, folder: '~/tls', automaticUpdates: false }],
      },
    ],
    presets: [],
  });
  const material = (text: string, key: string | null) =>
    inspectMaterial(
      {
        ...{ certificate: text, certificateServer: null, certificateChain: text, key },
        ...{ notAfter: null, name: null },
      },
      { now, anchors: createTrustAnchors([]) },
    );
  const window = { suggestedWindow: { start: '2026-06-16T00:00:00Z', end: '2026-06-18T00:00:00+02:00' } };
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  return [
    { name: 'DER', seeds: [...ders, list], read: (bytes) => readOr(null, () => parseDer(bytes)) },
    { name: 'X.509', seeds: ders, read: readCertificate },
    {
      name: 'certificates of an order',
      seeds: [pem],
      read: (bytes) => material(bytes.toString('latin1'), keyPem),
    },
    {
      name: 'private key',
      seeds: [Buffer.from(keyPem)],
      read: (bytes) => material(leafPem, bytes.toString('latin1')),
    },
    { name: 'revocation list', seeds: [list], read: (bytes) => askCrl(bytes, { leaf, issuer, url, now }) },
    {
      name: 'PKCS#12',
      seeds: files.map((file) => (file.ok ? file.value : Buffer.alloc(0))),
      read: (bytes) => openPkcs12(bytes, passphrase),
      share: 1 / 20,
    },
    {
      name: 'PKCS#7',
      seeds: [writePkcs7([leaf, issuer])],
      read: (bytes) => readOr(null, () => readPkcs7(bytes)),
    },
    {
      name: 'PEM',
      seeds: [pem],
      read: (bytes) => [
        readPemBlocks(bytes.toString('latin1')),
        writtenBlocks(bytes.toString('latin1'), () => true),
      ],
    },
    {
      name: 'CA file',
      seeds: [Buffer.from(rootPem + chainPem), ...ders.slice(1)],
      read: (bytes) => caOf(bytes, 'ca.pem'),
    },
    {
      name: 'answer',
      seeds: [json({ code: 0, data: latest }), json({ code: 7, message: 'no', errors: ['one'] })],
      read: (bytes) => decodeLatest(bytes.toString('utf8'), 'token'),
    },
    {
      name: 'download',
      seeds: [json({ code: 0, data: { certificate: leafPem } }), pem],
      read: (bytes) => decodeDownload(bytes.toString('utf8'), 'certificate', 'token'),
    },
    { name: 'delivery in JSON', seeds: [json(fields)], read: (bytes) => readPayload(bytes, 'json') },
    {
      name: 'delivery as a form',
      seeds: [Buffer.from(new URLSearchParams(fields).toString())],
      read: (bytes) => readPayload(bytes, 'form'),
    },
    { name: 'configuration', seeds: [Buffer.from(configuration)], read: parseConfiguration },
    {
      name: 'renewal information',
      seeds: [
        json({ renewalInfo: 'https://ca.example/renewal', ...window, explanationURL: 'https://ca.example' }),
      ],
      read: (body) =>
        new RenewalInfo({
          fetch: async () => ok({ status: 200, headers: {}, trailers: {}, body } as never),
          now: () => now,
        }).ask('https://ca.example/directory', 'a.b', new AbortController().signal),
    },
    ...Object.entries(greetings).map(
      ([protocol, lines]): ParserTarget => ({
        name: `dialogue of ${protocol}`,
        seeds: lines.map((line) => Buffer.from(line, 'latin1')),
        read: (bytes) => talk(protocol as keyof typeof greetings, bytes),
      }),
    ),
  ];
}

function readCertificate(bytes: Buffer): unknown {
  isUndated(bytes);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(bytes);
  } catch {
    return null;
  }
  return [extensionsOf, certificateIds, validityOf, factsOf].map((read) => read(certificate));
}

/** What servers say before TLS. */
const greetings = {
  smtp: ['220-a\r\n220 b ESMTP\r\n250-b\r\n250 STARTTLS\r\n220 go\r\n'],
  imap: ['* OK [CAPABILITY IMAP4rev1 STARTTLS] a\r\n* CAPABILITY STARTTLS\r\na1 OK\r\na2 OK\r\n'],
  pop3: ['+OK a\r\n+OK\r\nSTLS\r\n.\r\n+OK\r\n'],
  ldap: ['\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x00\x04\x00\x04\x00'],
  xmpp: [
    "<?xml version='1.0'?><stream:stream id='1' version='1.0'><stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls></stream:features><proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
  ],
  postgres: ['S', 'N', 'EFATAL\0'],
  mysql: [
    '\x4a\0\0\0\x0a8.0.36\0\x08\0\0\0abcdefgh\0\xff\xff\xff\x02\0\xff\xdf\x15\0\0\0\0\0\0\0\0\0\0abcdefghijkl\0caching_sha2_password\0',
  ],
} as const;

function talk(protocol: keyof typeof greetings, bytes: Buffer): unknown {
  const dialogue = dialogues[protocol]?.({ name: 'a.example', port: 587 });
  if (dialogue === undefined) throw new Error('No dialogue');
  const run = new DialogueRun(dialogue, () => {});
  let end = run.start();
  for (let at = 0; end === null && at < bytes.length; at += 1000)
    end = run.take(bytes.subarray(at, at + 1000));
  return end;
}
