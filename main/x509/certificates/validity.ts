import type { X509Certificate } from 'node:crypto';
import { bytesOf, contextTag, membersOf, type Node, parseDer, StructureError } from './der.ts';
import { remembered } from './remembered.ts';

/** When a certificate is valid. Unix milliseconds. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

const UTC_TIME = 23;
const GENERALIZED_TIME = 24;
/** RFC 5280, section 4.1.2.5.1, and the offset that X.680, section 47, allows besides: `YYMMDDhhmmss`, then `Z` or `+hhmm`. */
const UTC_TIME_FORM = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)(\d\d))$/u;
/** RFC 5280, section 4.1.2.5.2: `YYYYMMDDhhmmssZ`. */
const GENERALIZED_TIME_FORM = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/u;
const MOST_OFFSET_MINUTES = 14 * 60;
const MINUTE_MS = 60_000;

/**
 * The validity of a certificate; `null` where its times cannot be read. BoringSSL takes a UTCTime with an offset for
 * 1970, so that what it cannot date is read from the DER.
 */
export const validityOf = remembered((certificate): Validity | null =>
  isDatedByRuntime(certificate)
    ? { notBefore: certificate.validFromDate.getTime(), notAfter: certificate.validToDate.getTime() }
    : validityInDer(certificate.raw),
);

/** Whether the times of a certificate have a form that clients take: OpenSSL and browsers refuse an offset. */
export function isDatedByRuntime({ validFrom, validTo }: X509Certificate): boolean {
  return ![validFrom, validTo].includes('Bad time value');
}

/** Whether bytes are a certificate whose only visible fault is a time that cannot be read. */
export function isUndated(der: Uint8Array): boolean {
  try {
    const [from, to, ...others] = timesOf(der);
    return others.length === 0 && [from, to].some((time) => time !== undefined && instantOf(time) === null);
  } catch (error) {
    if (error instanceof StructureError) return false;
    throw error;
  }
}

function validityInDer(der: Uint8Array): Validity | null {
  try {
    const [from, to] = timesOf(der).map(instantOf);
    return from == null || to == null ? null : { notBefore: from, notAfter: to };
  } catch (error) {
    if (error instanceof StructureError) return null;
    throw error;
  }
}

/** The members of the Validity (RFC 5280, section 4.1), which is the fifth field after an optional version. */
function timesOf(der: Uint8Array): readonly Node[] {
  const [body] = membersOf(parseDer(der));
  const fields = membersOf(body);
  return membersOf(fields[contextTag(fields[0]) === 0 ? 4 : 3]);
}

/** The instant that a time names, Unix milliseconds; `null` where it names none, or not in a form known here. */
function instantOf(time: Node): number | null {
  const text = bytesOf(time).toString('latin1');
  const { tagNumber } = time.idBlock;
  const form =
    tagNumber === UTC_TIME ? UTC_TIME_FORM : tagNumber === GENERALIZED_TIME ? GENERALIZED_TIME_FORM : null;
  const found = form?.exec(text);
  if (found == null) return null;
  const [years = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const offset = Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0);
  if (offset > MOST_OFFSET_MINUTES || Number(found[9] ?? 0) > 59) return null;
  // A UTCTime stands for 1950 to 2049.
  const year = tagNumber === GENERALIZED_TIME ? years : years + (years < 50 ? 2000 : 1900);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  // 31 February is carried over into March: such a text names no time.
  const written = [
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  if (written.join() !== [month, day, hour, minute, second].join()) return null;
  return date.getTime() - (found[7] === '-' ? -offset : offset) * MINUTE_MS;
}
