/** Length of a made secret, in bytes: that of the digest it is used with (RFC 2104, section 3). */
const SECRET_BYTES = 32;

/** Makes a signing secret: 32 random bytes as 64 lowercase hex digits. @param fill fills an array with random bytes */
export function newSecret(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(SECRET_BYTES);
  fill(bytes);
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  bytes.fill(0);
  return secret;
}
