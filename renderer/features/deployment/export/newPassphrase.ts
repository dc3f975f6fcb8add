/** Letters and digits of ASCII that nobody takes for one another: without `0 O o`, `1 I l`. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Length of a made passphrase: 24 characters of 56 hold 139 bits. */
const LENGTH = 24;

/** Bytes from here on are left out, or the first letters of the alphabet would come more often. */
const FIRST_UNFAIR = 256 - (256 % ALPHABET.length);

/** Makes a passphrase that can be typed off a screen. @param fill fills an array with random bytes */
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
