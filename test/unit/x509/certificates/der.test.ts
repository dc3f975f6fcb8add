import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitsOf,
  booleanOf,
  integerOf,
  membersOf,
  type Node,
  oidOf,
  parseDer,
  StructureError,
} from '#main/x509/certificates/der.ts';
import { extensionsOf } from '#main/x509/certificates/extensions.ts';
import { derOf, oid } from '#main/x509/pkcs12/asn1.ts';
import { element } from '#test/support/derElement.ts';
import { soakCount } from '#test/support/soak.ts';

function parsed(hex: string): Node {
  return parseDer(Buffer.from(hex, 'hex'));
}

describe('parseDer', () => {
  it('throws only StructureError, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        try {
          parseDer(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(StructureError);
        }
      }),
      { numRuns: soakCount(2_000) },
    );
  });

  it.each([
    ['no byte', ''],
    ['a tag alone', '04'],
    ['bytes after the element', '040100ff'],
    ['a length beyond the end', '040200'],
    ['a member beyond its parent', '3003040500'],
    ['an indefinite length', '308004010000'],
    ['a length of more than four bytes', '0485000000000100'],
    ['a high tag number without an end', '1f80'],
  ])('refuses %s', (_case, hex) => {
    expect(() => parsed(hex)).toThrow(StructureError);
  });

  it('refuses elements that are nested too deeply, without using up the stack', () => {
    const levels = 20_000;
    const head = [0x30, 0x84, 0, 0, 0, 0];
    const bytes = Buffer.from(Array.from({ length: levels }, () => head).flat());
    for (let level = 0; level < levels; level += 1)
      bytes.writeUInt32BE(bytes.length - (level + 1) * head.length, level * head.length + 2);
    expect(() => parseDer(bytes)).toThrow(StructureError);
  });

  it('refuses more elements than a certificate has, whatever their number of bytes', () => {
    const listOf = (count: number) => element(0x30, Buffer.alloc(2 * count, Buffer.from([0x05, 0x00])));
    expect(membersOf(parseDer(listOf(9_999)))).toHaveLength(9_999);
    expect(() => parseDer(listOf(10_000))).toThrow(StructureError);
  });

  it('reads high tag numbers, and members of context tags', () => {
    expect(parsed('9f810100')).toMatchObject({ tagClass: 2, tagNumber: 129, members: null });
    expect(membersOf(parsed('a003020105')).map(integerOf)).toEqual([5]);
  });
});

describe('the readers of values', () => {
  it.each(['0.9.2342.19200300.100.1.25', '1.2.840.113549.1.1.11', '1.3.101.112', '2.5.29.17', '2.999.1'])(
    'read the OID %s',
    (value) => {
      expect(oidOf(parseDer(derOf(oid(value))))).toBe(value);
    },
  );

  it.each(['0600', '06025581'])('refuse the OID %s, which is empty or ends within a number', (hex) => {
    expect(() => oidOf(parsed(hex))).toThrow(StructureError);
  });

  it('read booleans, bits and integers', () => {
    expect([parsed('0101ff'), parsed('010100'), parsed('020100')].map(booleanOf)).toEqual([
      true,
      false,
      null,
    ]);
    const isSet = bitsOf(parsed('03020780'));
    expect([isSet(0), isSet(1), isSet(20)]).toEqual([true, false, false]);
    expect(integerOf(parsed('020400ffffff'))).toBe(0xffffff);
    expect(() => integerOf(parsed('0200'))).toThrow(StructureError);
  });
});

it('reads the extensions of all roots that the runtime brings', () => {
  const roots = getCACertificates('bundled').map((pem) => new X509Certificate(pem));
  expect(roots.length).toBeGreaterThan(100);
  for (const root of roots) {
    const extensions = extensionsOf(root);
    expect(extensions?.version === 1 || extensions?.basic?.isCa).toBe(true);
  }
});
