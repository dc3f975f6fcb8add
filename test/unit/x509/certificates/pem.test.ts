import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PEM_BLOCKS, outlinePem, pemKind, readPemBlocks, writePem } from '#main/x509/certificates/pem.ts';

const body = Buffer.from('not a real certificate, but long enough for two lines of base64 text').toString(
  'base64',
);
const block = writePem('CERTIFICATE', body);

function blocksOf(text: string) {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) throw new Error(blocks.error);
  return blocks.value;
}

describe('readPemBlocks', () => {
  it.each([
    ['LF', block],
    ['CRLF', block.replaceAll('\n', '\r\n')],
    ['CR', block.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${block}`],
    ['no final line end', block.trimEnd()],
    ['blank lines and indentation', `\n\n  ${block.replaceAll('\n', '\n\n  ')}\n`],
    ['text around', `subject=CN = a\nissuer=CN = b\n${block}\ntrailing words: yes\n`],
    ['one long line', block.replace(/(?<=[A-Za-z0-9+/=])\n(?=[A-Za-z0-9+/=])/gu, '')],
    ['spaces in place of line ends', block.trim().replaceAll('\n', ' ')],
  ])('accepts %s', (_name, text) => {
    expect(blocksOf(text)).toEqual([{ label: 'CERTIFICATE', base64: body, encryptedByHeader: false }]);
  });

  it('returns several blocks in order, with any text between them', () => {
    const text = `${block}# comment\n${writePem('EC PARAMETERS', 'BggqhkjOPQMBBw==')}${writePem('EC PRIVATE KEY', body)}`;
    expect(blocksOf(text).map(({ label }) => label)).toEqual([
      'CERTIFICATE',
      'EC PARAMETERS',
      'EC PRIVATE KEY',
    ]);
  });

  it('finds nothing in a text without blocks', () => {
    expect(blocksOf('')).toEqual([]);
    expect(blocksOf('Please sign in')).toEqual([]);
  });

  it('restores lost padding', () => {
    expect(blocksOf(writePem('CERTIFICATE', 'QUJDRA'))[0]?.base64).toBe('QUJDRA==');
  });

  it.each([
    ['in its last line', block.slice(0, -2)],
    ['in the first line', '-----BEGIN CERTIF'],
    ['with another block after it', block.slice(0, 60) + block],
    ['before its end line', block.slice(0, block.indexOf('-----END'))],
    ['at its head', block.slice(30)],
    ['and ended by another label', block.replace('END CERTIFICATE', 'END PRIVATE KEY')],
  ])('reports a block that was cut %s', (_name, text) => {
    expect(readPemBlocks(text)).toEqual({ ok: false, error: 'pemTruncated' });
  });

  it('refuses a body that is not base64, or empty', () => {
    expect(readPemBlocks(block.replace('b', '*'))).toEqual({ ok: false, error: 'unreadable' });
    expect(readPemBlocks('-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----')).toEqual({
      ok: false,
      error: 'unreadable',
    });
  });

  it('refuses more blocks than a chain can have', () => {
    expect(readPemBlocks(block.repeat(MAX_PEM_BLOCKS)).ok).toBe(true);
    expect(readPemBlocks(block.repeat(MAX_PEM_BLOCKS + 1))).toEqual({
      ok: false,
      error: 'tooManyCertificates',
    });
  });

  it('reads back what was written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const text = writePem('CERTIFICATE', base64);
        expect(blocksOf(text)).toEqual([{ label: 'CERTIFICATE', base64, encryptedByHeader: false }]);
        expect(text.split('\n').every((line) => line.length <= 64)).toBe(true);
      }),
    );
  });

  it('never throws, and never accepts part of a block as the whole', () => {
    fc.assert(
      fc.property(fc.nat(block.length - 2), fc.string(), (length, tail) => {
        const cut = readPemBlocks(block.slice(0, length));
        expect(cut.ok && cut.value.length > 0).toBe(false);
        readPemBlocks(block.slice(0, length) + tail);
      }),
    );
  });
});

describe('pemKind', () => {
  it.each([
    ['CERTIFICATE', 'certificate'],
    ['X509 CERTIFICATE', 'certificate'],
    ['TRUSTED CERTIFICATE', 'certificate'],
    ['PRIVATE KEY', 'privateKey'],
    ['RSA PRIVATE KEY', 'privateKey'],
    ['EC PRIVATE KEY', 'privateKey'],
    ['ENCRYPTED PRIVATE KEY', 'encryptedKey'],
    ['CERTIFICATE REQUEST', 'other'],
    ['PUBLIC KEY', 'other'],
    ['EC PARAMETERS', 'other'],
  ] as const)('calls %s %s', (label, kind) => {
    expect(blocksOf(writePem(label, body)).map(pemKind)).toEqual([kind]);
  });

  it('recognises an encrypted legacy key by its headers', () => {
    const text = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A0B\n\n${body}\n-----END RSA PRIVATE KEY-----\n`;
    expect(blocksOf(text)).toEqual([{ label: 'RSA PRIVATE KEY', base64: body, encryptedByHeader: true }]);
    expect(blocksOf(text).map(pemKind)).toEqual(['encryptedKey']);
  });
});

describe('outlinePem', () => {
  it('counts certificates and keys', () => {
    const text = block + block + writePem('RSA PRIVATE KEY', body) + writePem('PUBLIC KEY', body);
    expect(outlinePem(text)).toEqual({ certificates: 2, keys: 1, isTruncated: false });
  });

  it('reports that the last block was cut', () => {
    expect(outlinePem(block + block.slice(0, 50))).toEqual({ certificates: 1, keys: 0, isTruncated: true });
  });
});
