import { element } from '#test/support/derElement.ts';
import { certificate, extension, largeKey, nameOf, pemOf, shortNames } from './hostileCertificates.ts';
import { filled, MiB } from './inputs.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const issuerName = nameOf('Authority');
const nulls = (bytes: number) => Buffer.alloc(bytes & ~1, hex('0500'));

/** Texts of certificates that are costly to inspect. */
export const bundles: Readonly<Record<string, () => string>> = {
  'one certificate of many names': () => pemOf(certificate({ serial: 1, names: shortNames(240_000) })),
  'many certificates of many names': () =>
    pemOf(...Array.from({ length: 19 }, (_, serial) => certificate({ serial, names: shortNames(11_000) }))),
  'authorities of one name with large keys': () =>
    pemOf(
      certificate({ serial: 99, issuer: issuerName }),
      ...Array.from({ length: 18 }, (_, serial) =>
        certificate({ serial, subject: issuerName, isCa: true, key: largeKey }),
      ),
    ),
  'name constraints and names': () =>
    pemOf(
      certificate({ serial: 99, issuer: issuerName, names: shortNames(1900) }),
      ...Array.from({ length: 18 }, (_, serial) =>
        certificate({
          serial,
          subject: issuerName,
          isCa: true,
          extensions: [
            extension(
              '0603551d1e',
              element(
                0x30,
                element(
                  0xa1,
                  ...Array.from({ length: 130 }, () => element(0x30, element(0x82, Buffer.from('b')))),
                ),
              ),
            ),
          ],
        }),
      ),
    ),
  'an extension of many elements': () =>
    pemOf(certificate({ serial: 1, extensions: [extension('0603551d1f', element(0x30, nulls(700_000)))] })),
  'a subject of many attributes': () =>
    pemOf(
      certificate({
        serial: 1,
        subject: element(
          0x30,
          Buffer.concat(
            Array.from({ length: 40_000 }, () =>
              element(0x31, element(0x30, hex('0603550403'), element(0x0c, Buffer.from('a')))),
            ),
          ),
        ),
      }),
    ),
  'a chain of 1,000 certificates': () =>
    pemOf(
      ...Array.from({ length: 1000 }, (_, serial) =>
        certificate({
          ...{ serial, subject: nameOf(`CA ${serial}`), issuer: nameOf(`CA ${serial + 1}`) },
          ...{ isCa: serial > 0, signatureBytes: 64 },
        }),
      ),
    ),
  'certificates until the year 9999': () =>
    pemOf(
      ...Array.from({ length: 19 }, (_, serial) =>
        certificate({ serial, isCa: serial > 0, notAfter: '99991231235959', names: shortNames(1000) }),
      ),
    ),
  'text in UTF-16': () =>
    Buffer.from(pemOf(...Array.from({ length: 150 }, (_, serial) => certificate({ serial }))), 'utf16le')
      .toString('latin1')
      .slice(0, MiB),
  'beginnings without an end': () => filled('-----BEGIN CERTIFICATE-----', MiB),
  'one block of blanks': () => `-----BEGIN CERTIFICATE-----${filled(' ', 900_000)}x-----END CERTIFICATE-----`,
  'one block of lines with colons': () =>
    `-----BEGIN CERTIFICATE-----\n${filled('a:\n', 900_000)}-----END CERTIFICATE-----`,
  'one block of short lines': () =>
    `-----BEGIN CERTIFICATE-----\n${filled('a\n', 900_000)}-----END CERTIFICATE-----`,
};
