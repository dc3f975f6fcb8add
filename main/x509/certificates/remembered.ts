import type { X509Certificate } from 'node:crypto';

/** Caches what was read from a certificate: Node parses a field at each access, and orders share CA certificates. */
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
