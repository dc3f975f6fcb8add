import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePem, repairPluses } from '#main/webhook/receiver/payload.ts';
import { readPemBlocks, writePem } from '#main/x509/certificates/pem.ts';

/** DER of a SEQUENCE that says its length, with content whose base64 is full of `+`. */
function der(length: number): Buffer {
  const head = length < 128 ? [0x30, length] : [0x30, 0x82, length >> 8, length & 0xff];
  const value = Buffer.alloc(head.length + length, Buffer.from('++++', 'base64'));
  value.set(head);
  return value;
}

const block = writePem('CERTIFICATE', der(1000).toString('base64'));
const key = writePem('RSA PRIVATE KEY', der(600).toString('base64'));
const unescaped = (pem: string) => pem.replaceAll('+', ' ');

describe('repairPluses', () => {
  it('restores every + that became a space, at the ends of lines too, but not in the BEGIN and END lines', () => {
    expect(unescaped(block)).not.toBe(block);
    expect(repairPluses(unescaped(block + key))).toBe(block + key);
  });

  it('restores it at any length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (length) => {
        const pem = writePem('PRIVATE KEY', der(length).toString('base64'));
        expect(repairPluses(unescaped(pem))).toBe(pem);
      }),
    );
  });

  it.each([
    ['indentation', block.replaceAll(/^(?!-)/gmu, '    ')],
    ['spaces in place of line ends', block.trim().replaceAll('\n', ' ')],
    ['spaces at the ends of lines', block.replaceAll('\n', ' \n')],
    ['text around the blocks', `subject = CN = a\n${block}`],
    ['the headers of a legacy key', key.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\n\n')],
    ['what is not PEM at all', 'two words -----BEGIN X----- a b'],
  ])('leaves %s as it is', (_what, pem) => {
    expect(repairPluses(pem)).toBe(pem);
  });

  it('gives what the certificate parser accepts', () => {
    const blocks = readPemBlocks(repairPluses(unescaped(block)));
    expect(blocks.ok && blocks.value.map(({ base64 }) => base64)).toEqual([der(1000).toString('base64')]);
  });

  it('never throws and changes nothing but spaces', () => {
    const piece = fc.constantFrom('-----BEGIN A-----', '-----END A-----', ' ', '\n', 'MAIB', '+', '-');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(unescaped(repairPluses(text))).toBe(unescaped(text));
      }),
    );
  });
});

describe('normalisePem', () => {
  it('gives LF line ends, one at the end, and no byte order mark', () => {
    expect(normalisePem(`\uFEFF${block.trimEnd().replaceAll('\n', '\r\n')}`)).toBe(block);
    expect(normalisePem(block.replaceAll('\n', '\r'))).toBe(block);
    expect(normalisePem(block)).toBe(block);
    expect(normalisePem('')).toBe('');
  });
});
