import type { X509Certificate } from 'node:crypto';

/**
 * Remembers what was read from a certificate for as long as the certificate is. Node reads every field anew at each
 * access, and the certificates of authorities are asked about with every order that they issued.
 */
export function remembered<Value>(
  read: (certificate: X509Certificate) => Value,
): (certificate: X509Certificate) => Value {
  const known = new WeakMap<X509Certificate, { readonly value: Value }>();
  return (certificate) => {
    const found = known.get(certificate);
    if (found !== undefined) return found.value;
    const value = read(certificate);
    known.set(certificate, { value });
    return value;
  };
}
