import { createHmac } from 'node:crypto';
import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { type AlertEventName, isOfCondition } from '#shared/domain/alertEvents.ts';
import type { AlertedKind } from '#shared/domain/conditions/conditions.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { QuestionWords } from './questionWords.ts';

const PREFIX = 'whsec_';

/** Bytes of a secret, by the Standard Webhooks specification. */
const SECRET_BYTES = { min: 24, made: 32, max: 64 };

/** Generates a secret, as `whsec_` and base64. */
export function makeWebhookSecret(randomBytes: (size: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES.made)).toString('base64');
}

/** Checks a secret that the user entered: `whsec_` and 24 to 64 bytes as base64. */
export function parseWebhookSecret(text: string): Result<string, InputReason> {
  const secret = text.trim();
  if (secret === '') return err('empty');
  const bytes = keyOf(secret);
  if (!secret.startsWith(PREFIX) || bytes.toString('base64') !== secret.slice(PREFIX.length))
    return err('malformed');
  if (bytes.length < SECRET_BYTES.min) return err('tooShort');
  return bytes.length > SECRET_BYTES.max ? err('tooLong') : ok(secret);
}

/**
 * The headers that prove who sent a body, by Standard Webhooks.
 * @param id the same on each try
 * @param at the time of this try, Unix ms
 */
export function webhookHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** The dotted name of Standard Webhooks for an event. */
export function webhookType(name: AlertEventName): string {
  return isOfCondition(name) ? `certificate.${snakeCase(name)}` : otherTypes[name];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

const otherTypes: Readonly<Record<Exclude<AlertEventName, AlertedKind>, string>> = {
  expiring: 'certificate.expiring',
  expired: 'certificate.expired',
  renewed: 'certificate.renewed',
  notDeployed: 'certificate.not_deployed',
  unconfirmed: 'order.unconfirmed',
  tokenRejected: 'connection.token_rejected',
  deliveryWaiting: 'delivery.waiting',
  filesUpdated: 'files.updated',
  filesNeedAttention: 'files.need_attention',
};

/**
 * Checks and normalises the address of a webhook: `https`, or `http` for loopback addresses alone; no credentials and no
 * fragment. A query is kept, because some receivers have their key in it.
 */
export function parseWebhookUrl(text: string): Result<string, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (trimmed.length > 2000) return err('tooLong');
  if (!URL.canParse(trimmed)) return err('notAUrl');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return err('httpsOnly');
  if (url.username !== '' || url.password !== '') return err('credentialsInUrl');
  return ok(url.origin + url.pathname + url.search);
}

/**
 * May alerts be sent to this address? The last part of its path and its query are not shown: they can be secrets.
 * @param former the present address; `null`: there is none
 */
export function eventWebhookQuestion(
  { t, quote, fact }: QuestionWords,
  url: string,
  former: string | null,
): ConsentQuestion {
  const { host, protocol, pathname, search } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const isCut = pathname !== folder || search !== '';
  const isSameHost = former !== null && new URL(former).host === host;
  return {
    title: t(`alertChannels.webhook.consent.${isSameHost ? 'titleSameHost' : 'title'}`),
    text: t('alertChannels.webhook.consent.text'),
    facts: [
      fact('address', quote(`${host}${folder}${isCut ? '…' : ''}`)),
      fact('protocol', t(protocol === 'https:' ? 'dialogs.consent.https' : 'dialogs.consent.plainHttp')),
    ],
    next: t('dialogs.consent.command.next'),
    agree: t('alertChannels.webhook.consent.agree'),
  };
}
