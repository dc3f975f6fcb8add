import { isUtf8 } from 'node:buffer';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { DeliveryFields } from '../inbox/delivery.ts';
import type { PayloadEncoding } from './contentType.ts';
import { readForm } from './formPayload.ts';
import { readJson } from './jsonPayload.ts';
import { fieldNames, malformed } from './payloadFields.ts';
import { normalisePem, repairPluses } from './pemRepair.ts';

/** Texts that are shown: longer than any name at the service, short enough for a line. */
const LONGEST_TEXT = 500;

/** What the certificate says as well, or does without: senders leave these out, or write `null`. */
const optionalFields: ReadonlySet<keyof DeliveryFields> = new Set([
  'certificateServer',
  'certificateChain',
  'notAfter',
]);

const shownFields: ReadonlySet<keyof DeliveryFields> = new Set(['ssl', 'task', 'notAfter']);

/**
 * Reads the seven fields of a delivery (interface, section 4.2) from its body; further ones are ignored, and of the seven
 * `certificateServer`, `certificateChain` and `notAfter` are empty where they are not there. The PEM texts
 * are put into one form, and are not otherwise looked at. The error is the reason of the refusal, in the order of
 * `RefusalReason`. Holds the private key: not to be kept.
 */
export function readPayload(body: Buffer, encoding: PayloadEncoding): Result<DeliveryFields, RefusalReason> {
  // A decoder would put a mark in place of bytes that are not UTF-8, or need an exception to tell.
  if (!isUtf8(body)) return malformed('notUtf8');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const read = encoding === 'json' ? readJson(text) : readForm(text);
  if (!read.ok) return read;

  const values = read.value;
  for (const name of fieldNames) {
    const fault = faultOf(name, values.get(name));
    if (fault !== null) return err(fault);
  }
  const textOf = (name: keyof DeliveryFields) => String(values.get(name) ?? '');
  const pemOf = (name: keyof DeliveryFields) => {
    const pem = normalisePem(textOf(name));
    return encoding === 'form' ? repairPluses(pem) : pem;
  };
  return ok({
    ssl: textOf('ssl'),
    task: textOf('task'),
    certificate: pemOf('certificate'),
    certificateServer: pemOf('certificateServer'),
    certificateChain: pemOf('certificateChain'),
    key: pemOf('key'),
    notAfter: textOf('notAfter'),
  });
}

function faultOf(name: keyof DeliveryFields, value: unknown): RefusalReason | null {
  if ((value === undefined || value === null) && optionalFields.has(name)) return null;
  if (value === undefined) return { kind: 'fieldMissing', name };
  if (typeof value !== 'string') return { kind: 'fieldNotText', name };
  return shownFields.has(name) && !isLine(value) ? { kind: 'fieldNotText', name } : null;
}

/** Whether a text is fit to be shown in a line: of bounded length, without control characters and half characters. */
function isLine(text: string): boolean {
  return text.length <= LONGEST_TEXT && !/\p{Cc}/u.test(text) && text.isWellFormed();
}
