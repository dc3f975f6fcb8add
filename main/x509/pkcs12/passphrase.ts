import type { AppError } from '#shared/errors.ts';

/** In UTF-16 units, like the input field. */
const MAX_PASSPHRASE_LENGTH = 1024;

/** Programs read a passphrase only up to a line break or a zero byte. */
const CONTROL_CHARACTERS = /\p{Cc}/u;

/** Not in UCS-2 (X.680, section 41.15): BoringSSL rejects a file with UTF-16, which OpenSSL and Java accept. */
const NOT_UCS2 = /[^\0-\uffff]|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu;

/** The problem of a passphrase; `null` if it is valid: 1 to 1,024 characters that PKCS#12 can encode. */
export function passphraseProblem(passphrase: string): AppError | null {
  if (passphrase === '') return { kind: 'invalidInput', field: 'passphrase', reason: 'empty' };
  if (passphrase.length > MAX_PASSPHRASE_LENGTH)
    return { kind: 'invalidInput', field: 'passphrase', reason: 'tooLong' };
  if (CONTROL_CHARACTERS.test(passphrase))
    return { kind: 'invalidInput', field: 'passphrase', reason: 'controlCharacters' };
  if (passphrase.search(NOT_UCS2) !== -1)
    return { kind: 'invalidInput', field: 'passphrase', reason: 'beyondBmp' };
  return null;
}

/** Replaces characters that a BMPString cannot contain. */
export function asUcs2(text: string): string {
  return text.replace(NOT_UCS2, '\ufffd');
}

/** UTF-16, big-endian, then two zero bytes (RFC 7292, appendix B.1). The caller overwrites it. */
export function bmpPassphrase(passphrase: string): Buffer {
  const bytes = Buffer.alloc(2 * passphrase.length + 2);
  bytes.write(passphrase, 'utf16le');
  return bytes.swap16();
}
