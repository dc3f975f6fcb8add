import { RenewalInfo } from '#main/monitoring/authority/renewalInfo.ts';
import { readAnswer } from '#main/orders/api/answer.ts';
import { decodeDownload, decodeLatest } from '#main/orders/api/decodeLatest.ts';
import { caOf } from '#main/orders/connections/caFiles.ts';
import { readPayload } from '#main/webhook/receiver/payload.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { ok } from '#shared/result.ts';
import { element } from '#test/support/derElement.ts';
import { bundles } from './certificateBundles.ts';
import { certificate, largeKey, pemOf } from './hostileCertificates.ts';
import { fill, filled, jsonTexts, MiB, many, type OutsideReader } from './inputs.ts';

const material = (text: string) =>
  inspectMaterial(
    {
      certificate: text,
      certificateServer: null,
      certificateChain: null,
      key: null,
      notAfter: null,
      name: null,
    },
    { now: Date.UTC(2026, 5, 1), anchors: createTrustAnchors([]) },
  );

const hex = (text: string) => Buffer.from(text, 'hex');

/** A PKCS#7 file, one character a byte. */
const signedData = (...certificates: readonly Buffer[]) =>
  element(
    0x30,
    hex('06092a864886f70d010702'),
    element(
      0xa0,
      element(0x30, hex('0201013100300b06092a864886f70d010701'), element(0xa0, ...certificates), hex('3100')),
    ),
  ).toString('latin1');

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const answerOf = (status: number, type: string, body: string) =>
  readAnswer(
    { status, headers: { 'content-type': type }, body: Buffer.from(body) } as never,
    { token: 't'.repeat(4096), limitBytes: MiB, now: Date.now() } as never,
  );

export const serviceReaders: readonly OutsideReader[] = [
  {
    name: 'answer of the service',
    inputs: {
      ...fill(jsonTexts(MiB), (text) => decodeLatest(text, 't'.repeat(4096))),
      ...Object.fromEntries(
        Object.entries(fill(jsonTexts(MiB), (text) => answerOf(500, 'application/json', text))).map(
          ([name, read]) => [`an error: ${name}`, read],
        ),
      ),
      ...Object.fromEntries(
        Object.entries(fill(bundles, material)).map(([name, read]) => [`certificates: ${name}`, read]),
      ),
      'text in UTF-16': () => {
        const text = utf16(`{"certificate":"${filled('A', MiB / 2 - 100)}"}`).toString('latin1');
        return () => decodeLatest(text, 't'.repeat(4096));
      },
      'a download in base64': () => {
        const text = `${filled('A', MiB - 10)}!`;
        return () => decodeDownload(text, 'certificate', 't');
      },
      'brackets that end nowhere': () => {
        const text = `{${filled('} ', MiB)}x`;
        return () => decodeLatest(text, 't');
      },
    },
  },
  {
    name: 'delivery',
    inputs: {
      ...fill(jsonTexts(256 * 1024), (text) => readPayload(Buffer.from(text), 'json')),
      'a form of blocks with blanks': () => {
        const text = `certificate=${filled('-----BEGIN+A-----MII+A-----END+A-----', 256 * 1024)}`;
        return () => readPayload(Buffer.from(text), 'form');
      },
      'text in UTF-16': () => {
        const body = utf16(`{"certificate":"${filled('A', 128 * 1024 - 100)}"}`);
        return () => [readPayload(body, 'json'), readPayload(body, 'form')];
      },
      'a form of many fields': () => () => readPayload(Buffer.from(filled('a=b&', 256 * 1024)), 'form'),
    },
  },
  {
    name: 'renewal information',
    inputs: fill(jsonTexts(100_000), (text) =>
      new RenewalInfo({
        fetch: async () => ok({ status: 200, headers: {}, body: Buffer.from(text) } as never),
        now: Date.now,
      }).ask('https://acme.example/directory', 'a.b', AbortSignal.abort()),
    ),
  },
  {
    name: 'CA file',
    inputs: fill(
      {
        ...bundles,
        'certificates without the flag of an authority': () =>
          pemOf(...many(300, (serial) => certificate({ serial, key: largeKey }))).slice(0, MiB),
        'small certificates': () => pemOf(...many(330, (serial) => certificate({ serial }))).slice(0, MiB),
        'PKCS#7 of certificates': () => signedData(...many(330, (serial) => certificate({ serial }))),
        'PKCS#7 of elements': () => signedData(Buffer.alloc(MiB - 1000, Buffer.from('0500', 'hex'))),
        'base64 of PKCS#7': () =>
          Buffer.from(signedData(...many(330, (serial) => certificate({ serial }))), 'latin1').toString(
            'base64',
          ),
        'beginnings of PEM': () => filled('-----BEGIN CERTIFICATE-----', MiB),
        'labels of PEM': () => `-----BEGIN ${filled('PRIVATE KEY ', MiB)}`,
        'PEM in UTF-16': () =>
          Buffer.from(pemOf(...many(200, (serial) => certificate({ serial }))), 'utf16le').toString('latin1'),
        'line ends': () => filled('\n', MiB),
      },
      (text) => caOf(Buffer.from(text, 'latin1'), 'ca.pem'),
    ),
  },
];
