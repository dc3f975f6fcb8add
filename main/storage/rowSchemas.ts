import type { AuthorityRecord } from '#main/monitoring/authority/authorityRecords.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import type { AcceptedLeaf } from '#shared/domain/acceptance.ts';
import { revocationReasons } from '#shared/domain/authorityNews.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { Client } from '#shared/domain/clientRules.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import type { ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import type { Finding, ReviewKind } from '#shared/domain/finding.ts';
import { instantSchema, isInstant } from '#shared/domain/instant.ts';
import { keyKinds } from '#shared/domain/keyKind.ts';
import type { ReceiverLogEntry } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { z } from '#shared/zod.ts';

/** What JSON columns hold. More than what is read may be in them: a later version may have written it. */

const text = z.string();
const number = z.number();
const time = instantSchema;
const orNull = <Value>(schema: z.ZodType<Value>) => schema.nullable();
const of = <Kind extends string, Shape extends z.core.$ZodLooseShape>(kind: Kind, shape: Shape) =>
  z.looseObject({ kind: z.literal(kind), ...shape });

const chainFaults = [
  of('signatureBroken', { subject: text }),
  of('malformed', { subject: text }),
  of('notForServers', { subject: text, isLeaf: z.boolean() }),
  of('keyMayNotSign', { subject: text }),
  of('notAnAuthority', { subject: text }),
  of('pathTooLong', { subject: text }),
  of('nameNotPermitted', { name: text, subject: text }),
  of('unknownCritical', { oid: text, subject: text }),
  of('weakSignature', { digest: text, subject: text }),
  of('weakKey', { bits: number, subject: text }),
  of('chainCertificateExpired', { subject: text, notAfter: time }),
  of('chainCertificateNotYetValid', { subject: text, notBefore: time }),
  of('keyUnsupported', { key: text, reach: z.enum(['openssl', 'newest', 'none']), subject: text }),
  of('signatureUnsupported', { algorithm: text, subject: text }),
  of('chainTooComplex', {}),
] as const;
const clients = z.array(z.custom<Client>((name) => typeof name === 'string'));
const keyType = z.enum(['RSA', 'EC', 'Ed25519', 'Ed448', 'DSA', 'unknown']);
const finding = z.discriminatedUnion('kind', [
  ...chainFaults,
  of('noNames', { commonName: orNull(text) }),
  of('selfSigned', { missingIssuer: text }),
  of('namesLost', { names: z.array(text) }),
  of('purposesLost', { purposes: z.array(text) }),
  of('namesWidened', { names: z.array(text) }),
  of('encipheringLost', {}),
  of('stapleCame', {}),
  of('keyTypeChanged', { from: text, to: text }),
  of('keyNotAccepted', { key: text, clients }),
  of('livesTooLong', { limit: number, clients }),
  of('purposeMissing', { clients }),
  of('notLogged', { needed: number, clients }),
  of('namesIgnored', { names: z.array(text), clients }),
  of('serialNegative', { clients }),
  of('trustLost', { missingIssuer: text }),
  of('failureReported', { said: orNull(text) }),
  of('chainIncomplete', { missingIssuer: text }),
  of('chainOutOfOrder', {}),
  of('chainHasDuplicates', { count: number }),
  of('chainHasStrangers', { count: number }),
  of('serviceDisagrees', { serviceNotAfter: text, differenceMs: number }),
  of('keyNotChecked', {}),
  of('keyNotMatchable', {}),
]);
export const findingsSchema: z.ZodType<readonly Finding[]> = z.array(finding);
export const textsSchema = z.array(text);

const FACT_TEXTS = ['fingerprint256', 'subject', 'issuer', 'issuerName', 'serialNumber', 'keyType'] as const;
const FACT_TIMES = ['notBefore', 'notAfter'] as const;
const FACT_FLAGS = ['isCa', 'selfIssued'] as const;

/** Checked by hand: ten thousand are read at once, for which Zod takes a second. */
export const factsSchema = z.custom<CertificateFacts>((value) => {
  if (typeof value !== 'object' || value === null) return false;
  const facts = value as Readonly<Record<string, unknown>>;
  const isOrNull = (name: string, type: string) => facts[name] === null || typeof facts[name] === type;
  return (
    FACT_TEXTS.every((name) => typeof facts[name] === 'string') &&
    FACT_TIMES.every((name) => isInstant(facts[name])) &&
    FACT_FLAGS.every((name) => typeof facts[name] === 'boolean') &&
    facts['subjectAltNames'] !== null &&
    isTextsOrNull(facts['subjectAltNames']) &&
    isOrNull('commonName', 'string') &&
    isOrNull('curve', 'string') &&
    isOrNull('keyBits', 'number') &&
    isTextsOrNull(facts['purposes'] ?? null) &&
    ['boolean', 'undefined'].includes(typeof facts['mustStaple']) &&
    ['boolean', 'undefined'].includes(typeof facts['mayEncipher'])
  );
});
function isTextsOrNull(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

export const chainSchema = z.array(factsSchema);
export const chainEndSchema: z.ZodType<ChainEnd> = z.looseObject({ at: time, name: text });

export const acceptedSchema: z.ZodType<AcceptedLeaf> = z.looseObject({
  fingerprint256: text,
  notBefore: time,
  notAfter: time,
  keyType,
  curve: orNull(text).exactOptional(),
  purposes: orNull(z.array(text)).exactOptional(),
  mustStaple: z.boolean().exactOptional(),
  mayEncipher: z.boolean().exactOptional(),
  formerKeys: z.array(text).exactOptional(),
  names: z.array(text),
  chainComplete: z.boolean(),
  kinds: z.array(z.custom<ReviewKind>((kind) => typeof kind === 'string')),
});

/** Without it, the user is asked again for which service a token file is. */
export const tokenFileSchema: z.ZodType<NonNullable<Connection['tokenFile']>> = z.looseObject({
  name: text,
  baseUrl: text,
  caPem: orNull(text),
});

const said = { detail: text.exactOptional() };
const waiting = { retryAfterMs: orNull(number), ...said };
/** The errors that a poll can end with. */
export const pollErrorSchema: z.ZodType<AppError> = z.discriminatedUnion('kind', [
  of('unauthorized', { status: number, ...said }),
  of('unknownRid', said),
  of('rateLimited', waiting),
  of('serverError', { status: number, ...waiting }),
  of('unexpectedStatus', { status: number, ...said }),
  of('redirected', { status: number, location: orNull(text) }),
  of('tooLarge', { limitBytes: number }),
  of('invalidResponse', {
    reason: z.enum([
      'html',
      'notJson',
      'errorEnvelope',
      'noMaterial',
      'empty',
      'notText',
      'cutShort',
      'contentEncoding',
      'unaskedContinue',
      'excessData',
    ]),
    detail: orNull(text),
  }),
  of('invalidMaterial', {
    reason: z.enum([
      'pemMissing',
      'pemTruncated',
      'keyInPlaceOfCertificate',
      'certificateInPlaceOfKey',
      'unreadable',
      'notDated',
      'encryptedKey',
      'keyMismatch',
      'leafMissing',
      'partsDisagree',
      'tooManyCertificates',
      'pkcs7',
      'pkcs12',
      'keyNotSupported',
    ]),
    part: z.enum(['key', 'certificate', 'certificateServer', 'certificateChain', 'latest']),
  }),
  of('network', {
    reason: z.enum(['hostNotFound', 'refused', 'reset', 'unreachable', 'proxy', 'other']),
    code: text,
  }),
  of('tls', {
    reason: z.enum([
      'notTrusted',
      'selfSigned',
      'expired',
      'notYetValid',
      'wrongHost',
      'protocol',
      'clientCertificate',
      'other',
    ]),
    code: text,
  }),
  of('timeout', { phase: z.enum(['connect', 'headers', 'total']) }),
  of('offline', {}),
  of('tokenMissing', {}),
  of('keychainLocked', {}),
  of('keychainDenied', {}),
  of('keychainTimedOut', {}),
  of('keychainUnavailable', { detail: text }),
  of('invalidInput', {
    field: z.enum(['rid', 'token']),
    reason: z.enum(['empty', 'malformed', 'notHeaderSafe', 'isToken']),
  }),
  of('secretMissing', {}),
  of('unknownId', {}),
  of('storage', { reason: z.enum(['full', 'readOnly', 'locked', 'damaged', 'other']), detail: text }),
  of('busy', {}),
  of('cancelled', {}),
]);

export const probeErrorSchema: z.ZodType<ProbeError> = z.discriminatedUnion('kind', [
  of('notFound', { code: text }),
  of('refused', {}),
  of('unreachable', { code: text }),
  of('closed', {}),
  of('timeout', { phase: z.enum(['resolve', 'connect', 'startTls', 'handshake']) }),
  of('notTls', {}),
  of('noStartTls', { detail: text }),
  of('handshake', { code: text }),
  of('offline', {}),
  of('noRoute', {}),
]);

export const servedFindingsSchema: z.ZodType<ServedLeaf['findings']> = z.array(
  z.discriminatedUnion('kind', [
    ...chainFaults,
    of('chainIncomplete', { missingIssuer: text }),
    of('nameNotCovered', { name: text }),
    of('notTrusted', { code: text }),
    of('stapleMissing', {}),
    of('keyKindMissing', { served: z.enum(keyKinds), wanted: z.enum(keyKinds) }),
  ]),
);

export const servedSchema: z.ZodType<ServedLeaf> = z.looseObject({
  fingerprint256: text,
  commonName: orNull(text),
  issuerName: text,
  notBefore: time,
  notAfter: time,
  // An earlier version did not know it.
  chainEnd: orNull(chainEndSchema).default(null),
  tlsVersion: text,
  findings: servedFindingsSchema,
});

const at = { at: time };
export const verdictSchema: z.ZodType<DeliveryVerdict> = z.discriminatedUnion('kind', [
  of('checking', {}),
  of('waiting', {
    reason: z.discriminatedUnion('kind', [
      of('unknownName', {}),
      of('orderGone', {}),
      of('leafDiffers', { fingerprint256: text, notAfter: time }),
      of('notAsked', { error: orNull(pollErrorSchema) }),
      of('namesDiffer', { added: z.array(text), missing: z.array(text) }),
      of('chainNotTrusted', { missingIssuer: text }),
      of('refused', { fault: z.discriminatedUnion('kind', chainFaults) }),
      of('olderLeaf', { notBefore: time }),
      of('expired', {}),
      of('notYetValid', {}),
    ]),
  }),
  of('confirmed', at),
  of('accepted', at),
  of('superseded', at),
  of('discarded', at),
]);

const check = <Answer extends string>(answers: readonly Answer[]) =>
  orNull(
    z.looseObject({
      answer: orNull(z.enum(answers)),
      answeredAt: orNull(time),
      failedAt: orNull(time),
      nextAt: orNull(time),
    }),
  );
/** Records of earlier versions have no `list`. */
export const authoritySchema: z.ZodType<AuthorityRecord> = z.looseObject({
  fingerprint256: text,
  firstStart: orNull(time),
  list: orNull(z.looseObject({ thisUpdate: time, number: orNull(text) })).default(null),
  revoked: orNull(z.looseObject({ at: time, reason: z.enum(revocationReasons) })),
  replacement: orNull(z.looseObject({ from: time, by: time, explanationUrl: orNull(text) })),
  revocationCheck: check(['listed', 'notListed', 'noList', 'noIssuer', 'unreadable', 'expired']),
  renewalCheck: check(['suggested', 'noDirectory', 'noIssuerKey', 'unreadable', 'expired']),
});

const name = { name: text };
const error = { error: z.custom<AppError>((value) => typeof Object(value).kind === 'string') };
export const logEntrySchema: z.ZodType<ReceiverLogEntry> = z.looseObject({
  id: number,
  at: time,
  hookId: orNull(text),
  from: text,
  status: orNull(number),
  count: number,
  outcome: z.discriminatedUnion('kind', [
    of('kept', { orderName: text }),
    of('replayed', {}),
    of('selfTest', {}),
    of('refused', {
      reason: z.discriminatedUnion('kind', [
        of('badRequest', { code: text }),
        of('sourceNotAllowed', {}),
        of('headerMissing', name),
        of('headerRepeated', name),
        of('hostNotAllowed', { host: text }),
        of('originPresent', {}),
        of('unknownPath', {}),
        of('wrongMethod', { method: text }),
        of('timestampMalformed', {}),
        of('tokenMalformed', {}),
        of('timeSkew', { seconds: number }),
        of('signature', {}),
        of('secretsUnreadable', error),
        of('contentType', {}),
        of('contentEncoding', {}),
        of('lengthMissing', {}),
        of('tooLarge', { limitBytes: number }),
        of('slow', {}),
        of('bodyMalformed', {
          detail: z.enum(['notUtf8', 'notJson', 'notAnObject', 'tooDeep', 'tooManyFields', 'notAForm']),
        }),
        of('fieldMissing', name),
        of('fieldRepeated', name),
        of('fieldNotText', name),
        of('unusable', error),
        of('flood', {}),
        of('notKept', error),
      ]),
    }),
  ]),
});
