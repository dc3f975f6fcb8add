import { createSecureContext } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { passphraseProblem } from '#main/x509/pkcs12/passphrase.ts';
import { anyCharacter } from '#test/support/anyText.ts';
import { soakCount } from '#test/support/soak.ts';
import { type keyForms, keyFormsOf, makeInput, unwrap } from './pkcs12Fixtures.ts';

/** The DER of object identifiers, to search for in a file. */
const modernMarks = {
  pbes2: '2a864886f70d01050d',
  pbkdf2: '2a864886f70d01050c',
  hmacWithSha256: '2a864886f70d0209',
  aes256Cbc: '60864801650304012a',
};
const compatibleMark = '2a864886f70d010c0103';

function count(bytes: Buffer, mark: string): number {
  return bytes.toString('hex').split(mark).length - 1;
}

describe.each(['modern', 'compatible'] as const)('a %s file', (profile) => {
  const made = new Map<object, ReturnType<typeof make>>();
  const make = async (form: (typeof keyForms)[number]) => {
    const passphrase = 'Prüfung 密码';
    const input = await makeInput({ profile, passphrase, friendlyName: 'Läden 店 🔑' }, form);
    return { input, passphrase, bytes: unwrap(await buildPkcs12(input)) };
  };
  /** A file of each form, made once: the derivation of its keys takes long on purpose. */
  const fileOf = (form: (typeof keyForms)[number]) => {
    const file = made.get(form) ?? make(form);
    made.set(form, file);
    return file;
  };

  it.each(keyFormsOf(profile))(
    'contains the $kind key that was $encoding, and the certificates',
    async (form) => {
      const { input, passphrase, bytes } = await fileOf(form);
      expect(unwrap(await openPkcs12(bytes, passphrase))).toEqual({
        keyPem: input.pkcs8,
        certificatePems: [input.leafPem, ...input.chainPem],
      });
    },
  );

  it.each(keyFormsOf(profile))(
    'with a $kind key that was $encoding is read by the TLS library',
    async (form) => {
      const { passphrase, bytes: pfx } = await fileOf(form);
      expect(() => createSecureContext({ pfx, passphrase })).not.toThrow();
      expect(() => createSecureContext({ pfx, passphrase: 'another' })).toThrow();
    },
  );

  it('differs each time, because of random salts', async () => {
    const input = await makeInput({ profile });
    const [one, other] = [unwrap(await buildPkcs12(input)), unwrap(await buildPkcs12(input))];
    expect(one.equals(other)).toBe(false);
  });

  it('contains neither a certificate nor the key in plain text', async () => {
    const input = await makeInput({ profile });
    const hex = unwrap(await buildPkcs12(input)).toString('hex');
    expect(hex).not.toContain(Buffer.from('Example Trust').toString('hex'));
    expect(hex).not.toContain(Buffer.from(input.pkcs8.split('\n')[1] ?? '', 'base64').toString('hex'));
  });

  it('can be opened, with any passphrase and name', async () => {
    const input = await makeInput({ profile });
    const passphrases = fc
      .string({ unit: anyCharacter, maxLength: 40 })
      .filter((value) => passphraseProblem(value) === null);
    await fc.assert(
      fc.asyncProperty(passphrases, fc.string({ unit: anyCharacter }), async (passphrase, friendlyName) => {
        const pfx = unwrap(await buildPkcs12({ ...input, passphrase, friendlyName }));
        expect(unwrap(await openPkcs12(pfx, passphrase)).certificatePems[0]).toBe(input.leafPem);
        expect(() => createSecureContext({ pfx, passphrase })).not.toThrow();
      }),
      // Each run draws up to forty characters for the passphrase, and as many for the name.
      { numRuns: soakCount(40) },
    );
  });
});

describe('buildPkcs12', () => {
  it('encrypts key and certificates alike with AES-256 and PBKDF2 of SHA-256 in a modern file', async () => {
    const bytes = unwrap(await buildPkcs12(await makeInput()));
    // One in the bag of the key and one in the safe of the certificates.
    for (const mark of Object.values(modernMarks)) expect(count(bytes, mark)).toBe(2);
    expect(count(bytes, compatibleMark)).toBe(0);
  });

  it('encrypts key and certificates alike with Triple DES in a compatible file', async () => {
    const bytes = unwrap(await buildPkcs12(await makeInput({ profile: 'compatible' })));
    expect(count(bytes, compatibleMark)).toBe(2);
    expect(count(bytes, modernMarks.pbes2)).toBe(0);
  });

  it('omits the name if there is none', async () => {
    const input = await makeInput({ friendlyName: '' });
    const bytes = unwrap(await buildPkcs12(input));
    expect(await openPkcs12(bytes, input.passphrase)).toMatchObject({ ok: true });
  });

  it('accepts a leaf without a chain', async () => {
    const input = await makeInput({ chainPem: [] });
    const bytes = unwrap(await buildPkcs12(input));
    expect(unwrap(await openPkcs12(bytes, input.passphrase)).certificatePems).toEqual([input.leafPem]);
  });

  it('also accepts a chain in one text', async () => {
    const input = await makeInput();
    const bytes = unwrap(await buildPkcs12({ ...input, chainPem: [input.chainPem.join('')] }));
    expect(unwrap(await openPkcs12(bytes, input.passphrase)).certificatePems.slice(1)).toEqual(
      input.chainPem,
    );
  });

  it('refuses an Ed25519 key in a compatible file', async () => {
    const input = await makeInput({ profile: 'compatible' }, { kind: 'ed25519', encoding: 'pkcs8' });
    expect(await buildPkcs12(input)).toEqual({
      ok: false,
      error: { kind: 'pkcs12', reason: 'keyKindNotSupported' },
    });
  });

  it('requires a passphrase', async () => {
    expect(await buildPkcs12(await makeInput({ passphrase: '' }))).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'passphrase', reason: 'empty' },
    });
  });

  it('refuses a key that is not the leaf’s', async () => {
    const { keyPem } = await makeInput();
    expect(await buildPkcs12(await makeInput({ keyPem }))).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' },
    });
  });

  it.each([
    ['keyPem', { keyPem: 'none' }, 'key'],
    ['leafPem', { leafPem: 'none' }, 'certificateServer'],
    ['chainPem', { chainPem: ['none'] }, 'certificateChain'],
  ] as const)('refuses a %s that is not readable', async (_, overrides, part) => {
    expect(await buildPkcs12(await makeInput(overrides))).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason: 'unreadable', part },
    });
  });
});
