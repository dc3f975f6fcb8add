import type { X509Certificate } from 'node:crypto';

/**
 * Caches what was read from a certificate for the certificate's lifetime. Node parses a field at each access, and CA
 * certificates are read again with every order.
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
