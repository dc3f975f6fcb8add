import { sign, X509Certificate } from 'node:crypto';
import { askCrl } from '#main/x509/certificates/crl.ts';
import { element } from '#test/support/derElement.ts';
import { certificate, largeKey, nameOf, privateKey } from './hostileCertificates.ts';
import { MB, type OutsideReader } from './inputs.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const issuerName = nameOf('Authority');
const authority = certificate({ serial: 1, subject: issuerName, isCa: true, key: largeKey });
const url = 'http://crl.example/one.crl';
const leafDer = certificate({ serial: 2, subject: nameOf('a.example'), issuer: issuerName });
const question = {
  leaf: new X509Certificate(leafDer),
  issuer: new X509Certificate(authority),
  url,
  now: Date.UTC(2026, 5, 1),
};
const rsaSha256 = hex('300d06092a864886f70d01010b0500');
const nulls = (bytes: number) => Buffer.alloc(bytes & ~1, hex('0500'));
const time = (digits: string) => element(0x17, Buffer.from(`${digits}Z`));

interface ListParts {
  readonly algorithm?: Buffer;
  readonly entries?: Buffer;
  readonly extensions?: Buffer;
  readonly more?: Buffer;
}

function bodyOf({ algorithm = rsaSha256, ...parts }: ListParts): Buffer {
  return element(
    0x30,
    hex('020101'),
    algorithm,
    issuerName,
    time('260501000000'),
    time('270501000000'),
    ...[parts.entries, parts.more, parts.extensions].filter((part) => part !== undefined),
  );
}

function list({ signature, ...parts }: ListParts & { readonly signature?: Buffer }): Buffer {
  const bits = signature ?? element(0x03, hex('00'), Buffer.alloc(2048, 0x2a));
  return element(0x30, bodyOf(parts), parts.algorithm ?? rsaSha256, bits);
}

const ecdsaSha256 = hex('300a06082a8648ce3d040302');

/** A list that the authority with the small key signed. */
function signedList(entries: Buffer): Buffer {
  const parts = { algorithm: ecdsaSha256, entries };
  const bits = element(0x03, hex('00'), sign('sha256', bodyOf(parts), privateKey));
  return list({ ...parts, signature: bits });
}

const largeList = 10 * MB - 3000;
const lists: Readonly<Record<string, () => Buffer>> = {
  'elements outside': () => element(0x30, nulls(largeList)),
  'elements inside': () => list({ more: nulls(largeList) }),
  'elements in the algorithm': () =>
    list({ algorithm: element(0x30, hex('06092a864886f70d01010b'), nulls(largeList / 2)) }),
  'elements in the signature': () => list({ signature: element(0x23, nulls(largeList)) }),
  'elements in the extensions': () => list({ extensions: element(0xa0, element(0x30, nulls(largeList))) }),
  'PEM of line ends': () =>
    Buffer.from(`-----BEGIN X509 CRL-----${'\n'.repeat(largeList)}-----END X509 CRL-----`),
  'PEM of letters': () =>
    Buffer.from(`-----BEGIN X509 CRL-----${'A'.repeat(largeList)}-----END X509 CRL-----`),
  'PEM without an end': () => Buffer.from(`-----BEGIN X509 CRL-----${'-'.repeat(largeList)}`),
  'entries and a false signature': () => list({ entries: element(0x30, nulls(largeList)) }),
};

const signedQuestion = {
  ...question,
  issuer: new X509Certificate(certificate({ serial: 1, subject: issuerName, isCa: true })),
};
/** The smallest entry: a serial number of one byte, and a date. */
const smallEntry = element(0x30, hex('020101'), time('260401000000'));
const signedLists: Readonly<Record<string, () => Buffer>> = {
  'signed entries that are as small as possible': () =>
    signedList(
      element(0x30, Buffer.alloc(Math.floor(largeList / smallEntry.length) * smallEntry.length, smallEntry)),
    ),
  'signed elements instead of entries': () => signedList(element(0x30, nulls(largeList))),
};

export const revocationList: OutsideReader = {
  name: 'revocation list',
  inputs: Object.fromEntries(
    [lists, signedLists].flatMap((each) =>
      Object.entries(each).map(([name, make]) => [
        name,
        () => {
          const bytes = make();
          return async () => {
            const answer = await askCrl(bytes, each === lists ? question : signedQuestion);
            if (each === signedLists && !answer.ok && answer.error !== 'unreadable')
              throw new Error(answer.error);
          };
        },
      ]),
    ),
  ),
};
