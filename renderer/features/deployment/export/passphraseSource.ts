import { useRef } from 'react';
import { err, ok, type Result } from '#shared/result.ts';

export type PassphraseSlip = 'empty' | 'differs';

/** Compares both entries. White space is significant: a passphrase may start or end with it. */
export function typedTwice(first: string, again: string): Result<string, PassphraseSlip> {
  if (first === '') return err('empty');
  return first === again ? ok(first) : err('differs');
}

/** Access to the two inputs of a passphrase. */
export type PassphraseSource = ReturnType<typeof usePassphraseSource>;

/** Creates the access; pass its refs to the inputs. The passphrase is kept nowhere else until it is sent. */
export function usePassphraseSource() {
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  return {
    first,
    again,
    read: () => typedTwice(first.current?.value ?? '', again.current?.value ?? ''),
    fill: (passphrase: string) => {
      for (const { current } of [first, again]) if (current !== null) current.value = passphrase;
    },
  };
}

/** ASCII letters and digits without those that look alike: `0 O o`, `1 I l`. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Length of a generated passphrase: 24 of 56 characters give 139 bits. */
const LENGTH = 24;

/** Bytes from here on are rejected: they would make the first letters of the alphabet more likely. */
const FIRST_UNFAIR = 256 - (256 % ALPHABET.length);

/** Generates a passphrase that is easy to type. @param fill fills an array with random bytes */
export function newPassphrase(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(LENGTH);
  let passphrase = '';
  while (passphrase.length < LENGTH) {
    fill(bytes);
    for (const byte of bytes)
      if (byte < FIRST_UNFAIR && passphrase.length < LENGTH) passphrase += ALPHABET[byte % ALPHABET.length];
  }
  bytes.fill(0);
  return passphrase;
}
