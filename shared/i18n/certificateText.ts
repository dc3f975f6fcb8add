import type { CertificateFacts } from '../domain/certificate.ts';
import type { Translate } from './types.ts';

/** Formats hex in pairs, for fingerprints and serial numbers: `AB:CD:EF`. */
export function hexPairs(hex: string): string {
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return (even.toUpperCase().match(/../gu) ?? []).join(':');
}

/** Type and size of a key, such as "RSA 2048 bits" or "EC P-256". */
export function keyText(
  { keyType, keyBits, curve }: Pick<CertificateFacts, 'keyType' | 'keyBits' | 'curve'>,
  t: Translate,
): string {
  if (keyType === 'unknown') return t('orders.panel.keyUnknown');
  if (curve !== null) return t('orders.panel.keyCurve', { type: keyType, curve });
  return keyBits === null ? keyType : t('orders.panel.keyBits', { type: keyType, bits: keyBits });
}

/** Formats an offset in minutes east of UTC: `UTC+8`, `UTC−3:30`, `UTC`. */
export function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const magnitude = Math.abs(offsetMinutes);
  const minutes = magnitude % 60;
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `UTC${offsetMinutes < 0 ? '−' : '+'}${Math.floor(magnitude / 60)}${rest}`;
}

/** The common name, or the whole subject if there is none. */
export function certificateName({
  commonName,
  subject,
}: Pick<CertificateFacts, 'commonName' | 'subject'>): string {
  return commonName ?? subject;
}
