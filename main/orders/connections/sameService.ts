import { createHash } from 'node:crypto';
import type { Connection, Service } from './connection.ts';

/** The service of a connection as it is now. */
export function serviceOf({ baseUrl, ca }: Pick<Connection, 'baseUrl' | 'ca'>): Service {
  return { baseUrl, caPem: ca?.pem ?? null };
}

export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** Whether both are the same origin with the same own CA. Paths may differ. */
export function isSameService(one: Service, other: Service): boolean {
  return isSameOrigin(one.baseUrl, other.baseUrl) && isSameCa(one.caPem, other.caPem);
}

/** Whether both have the same certificates, in any order. */
function isSameCa(one: string | null, other: string | null): boolean {
  return one === other || sortedCa(one) === sortedCa(other);
}

/** Whether the user chose the own CA of a connection on this computer, or it has none. */
export function isCaChosen({ ca, chosenCa }: Pick<Connection, 'ca' | 'chosenCa'>): boolean {
  return ca === null || isSameCa(ca.pem, chosenCa);
}

/** A short text that differs for every other service. */
export function serviceDigest({ baseUrl, caPem }: Service): string {
  return createHash('sha256')
    .update(JSON.stringify([new URL(baseUrl).origin, sortedCa(caPem)]))
    .digest('base64url');
}

function sortedCa(pem: string | null): string | null {
  if (pem === null) return null;
  const certificates = pem.split('-----BEGIN ').map((part) => part.trim());
  return certificates.toSorted().join('\n');
}
