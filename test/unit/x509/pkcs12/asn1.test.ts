import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerOf, type Node, oidOf, StructureError } from '#main/x509/certificates/der.ts';
import {
  derOf,
  integer,
  membersOf,
  octets,
  parse,
  readOctets,
  readSetOf,
  readTagged,
  readTaggedOctets,
  sequence,
  setOf,
} from '#main/x509/pkcs12/asn1.ts';
import { soakCount } from '#test/support/soak.ts';

const readers: readonly ((node: Node | undefined) => unknown)[] = [
  membersOf,
  integerOf,
  readOctets,
  oidOf,
  readSetOf,
  readTagged,
  readTaggedOctets,
];

/** Primitive and constructed forms of the elements that the readers expect, and of strings. */
const tags = [0x02, 0x04, 0x24, 0x05, 0x06, 0x0c, 0x1c, 0x1e, 0x30, 0x31, 0x80, 0xa0];

describe('the readers of ASN.1', () => {
  it('throw only StructureError, for any content', () => {
    const member = fc
      .tuple(fc.constantFrom(...tags), fc.uint8Array({ maxLength: 20 }))
      .map(([tag, content]) => Buffer.from([tag, content.byteLength, ...content]));
    const whole = fc.oneof(
      member,
      member.map((inner) => Buffer.from([0xa0, inner.byteLength, ...inner])),
    );
    fc.assert(
      fc.property(whole, fc.constantFrom(...readers), (bytes, read) => {
        try {
          read(parse(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(StructureError);
        }
      }),
      { numRuns: soakCount(2_000) },
    );
  });

  it('report damage for a number below zero, and the largest number for more than 32 bits', () => {
    expect(() => integerOf(parse(Buffer.from('0201ff', 'hex')))).toThrow(StructureError);
    expect(integerOf(parse(Buffer.from('0206010000000000', 'hex')))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('report damage for missing elements', () => {
    for (const read of readers) expect(() => read(undefined)).toThrow(StructureError);
  });

  it('report damage for a length that ends within a member', () => {
    expect(() => parse(Buffer.from('300302020105', 'hex'))).toThrow(StructureError);
  });

  it('report damage for a constructed octet string, which DER does not allow', () => {
    expect(() => readOctets(parse(Buffer.from('240304017f', 'hex')))).toThrow(StructureError);
  });
});

it('parses what it wrote', () => {
  const [number, bytes] = membersOf(parse(derOf(sequence(integer(10_000), octets(Buffer.from('ab'))))));
  expect(integerOf(number)).toBe(10_000);
  expect(readOctets(bytes).toString()).toBe('ab');
});

it('writes the members of a set in the order of DER', () => {
  expect(derOf(setOf(octets(Buffer.of(2)), octets(Buffer.of(1)))).toString('hex')).toBe('3106040101040102');
});
