import type { X509Certificate } from 'node:crypto';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { bytesOf, contextTag, membersOf, type Node, parseDer, readOr, tags } from './der.ts';
import { remembered } from './remembered.ts';

/** Validity of a certificate, in Unix ms. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** UTCTime (RFC 5280, section 4.1.2.5.1), or with the offset of X.680, section 47: `Z` or `+hhmm`. */
const UTC_TIME_FORM = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)(\d\d))$/u;
/** RFC 5280, section 4.1.2.5.2: `YYYYMMDDhhmmssZ`. */
const GENERALIZED_TIME_FORM = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/u;
const MOST_OFFSET_MINUTES = 14 * 60;

/** `null` if the times cannot be read. BoringSSL reads a UTCTime with an offset as 1970, hence the reader of DER. */
export const validityOf = remembered((certificate): Validity | null =>
  isDatedByRuntime(certificate)
    ? { notBefore: certificate.validFromDate.getTime(), notAfter: certificate.validToDate.getTime() }
    : validityInDer(certificate.raw),
);

/** Whether the times have a form that clients accept: OpenSSL and browsers reject an offset. */
export function isDatedByRuntime({ validFrom, validTo }: X509Certificate): boolean {
  return ![validFrom, validTo].includes('Bad time value');
}

/** Whether bytes are a certificate whose only fault is an unreadable time. */
export function isUndated(der: Uint8Array): boolean {
  return readOr(false, () => {
    const [from, to, ...others] = timesOf(der);
    return others.length === 0 && [from, to].some((time) => time !== undefined && instantOf(time) === null);
  });
}

function validityInDer(der: Uint8Array): Validity | null {
  return readOr(null, () => {
    const [from, to] = timesOf(der).map(instantOf);
    return from == null || to == null ? null : { notBefore: from, notAfter: to };
  });
}

/** The members of Validity (RFC 5280, section 4.1), the fifth field after an optional version. */
function timesOf(der: Uint8Array): readonly Node[] {
  const [body] = membersOf(parseDer(der));
  const fields = membersOf(body);
  return membersOf(fields[contextTag(fields[0]) === 0 ? 4 : 3]);
}

/** The instant of a time in Unix ms; `null`: invalid or of an unknown form. */
export function instantOf(time: Node): number | null {
  const text = bytesOf(time).toString('latin1');
  const { tagNumber } = time;
  const form =
    tagNumber === tags.utcTime
      ? UTC_TIME_FORM
      : tagNumber === tags.generalizedTime
        ? GENERALIZED_TIME_FORM
        : null;
  const found = form?.exec(text);
  if (found == null) return null;
  const [years = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const offset = Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0);
  if (offset > MOST_OFFSET_MINUTES || Number(found[9] ?? 0) > 59) return null;
  // UTCTime covers 1950 to 2049.
  const year = tagNumber === tags.generalizedTime ? years : years + (years < 50 ? 2000 : 1900);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  // Date.UTC turns 31 February into a day of March: such a text is not a time.
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
