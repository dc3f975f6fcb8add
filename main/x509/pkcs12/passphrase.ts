import type { AppError } from '#shared/errors.ts';

/** In UTF-16 units, as the field counts them in which it is entered. */
const MAX_PASSPHRASE_LENGTH = 1024;

/** Programs read a passphrase up to a line break or a zero byte, from a file or a terminal. */
const CONTROL_CHARACTERS = /\p{Cc}/u;

/**
 * What UCS-2 has no place for: characters beyond the BMP, such as emoji, halves of them, and noncharacters. A BMPString
 * is UCS-2 (X.680, section 41.15): OpenSSL and Java stretch it to UTF-16, BoringSSL refuses the whole file.
 */
const NOT_UCS2 = /[^\0-\uffff]|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu;

/** What is wrong with a passphrase, `null` when nothing is: 1 to 1,024 characters that PKCS#12 can be given. */
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

/** A text as a BMPString can hold it: what it cannot becomes a replacement character. */
export function asUcs2(text: string): string {
  return text.replace(NOT_UCS2, '\ufffd');
}

/**
 * A passphrase as PKCS#12's own derivation takes it (RFC 7292, appendix B.1): UTF-16 in network order, then two zero
 * bytes. The caller overwrites it.
 */
export function bmpPassphrase(passphrase: string): Buffer {
  const bytes = Buffer.alloc(2 * passphrase.length + 2);
  bytes.write(passphrase, 'utf16le');
  return bytes.swap16();
}
