import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import type { Logger } from '#main/platform/logger.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Clock } from '#main/platform/time.ts';
import type { AlertedKind } from '#shared/domain/conditions/conditions.ts';
import {
  type AlertEventName,
  type EventTry,
  type EventWebhookView,
  isEventSent,
  isOfCondition,
  parseWebhookUrl,
} from '#shared/domain/eventWebhook.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { InputField, InputReason } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { AlertChannel, type ChannelOutbox, type ChannelSilence, silencedOf } from './alertChannel.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import type { Attempt, OutboxItem } from './outbox.ts';

/** What is stored of the webhook; its secret is in the keychain. */
export interface EventWebhookConfig {
  readonly url: string;
  readonly events: readonly AlertEventName[];
  readonly isGone: boolean;
}

/** What became of an event, stored as it was. */
export type EventResult = Omit<EventTry, 'nextAt'> & { readonly id: string };

/** The last try, and the last event that was not sent. */
export interface EventResults {
  readonly lastTry: EventResult | null;
  readonly lastFailure: EventResult | null;
}

/** Keeps the webhook across restarts. */
export interface EventWebhookRepository {
  /** `null`: none. Throws when the database does. */
  load(): EventWebhookConfig | null;
  /** Error: `storage`; nothing was changed. */
  save(config: EventWebhookConfig | null): Result<null>;
  /** `null`: none. Throws when the database does. */
  loadResults(): EventResults | null;
  /** Error: `storage`; nothing was changed. */
  saveResults(results: EventResults | null): Result<null>;
}

export interface EventWebhookPorts {
  readonly outbox: ChannelOutbox;
  readonly repository: EventWebhookRepository;
  readonly secrets: SecretsById;
  /**
   * Sends a body as POST, without redirects. Gives the status of the answer, and how long the receiver wants to be left alone.
   * Errors: network, `timeout`, `tls`.
   */
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ) => Promise<Result<{ readonly status: number; readonly retryAfterMs: number | null }>>;
  /** Asks whether events may be sent there, and no longer to the former address. Errors: those of `AskConsent`. */
  readonly confirm: (url: string, former: string | null) => Promise<Result<null>>;
  /** Copies a secret, which is cleared after half a minute. Error: `consent` (`notFocused`). */
  readonly copySecret: (secret: string) => Result<null>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** The only secret of its kind. */
export const WEBHOOK_SECRET_ID = 'webhook';

/** The first delays that Standard Webhooks recommends. Receivers that are down for longer than a night need the user. */
const DELAYS_MS = [...[0, 5000, 5 * MINUTE_MS, 30 * MINUTE_MS], ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]];

/** The receiver says that it will never take events again. */
const GONE = 410;

const noResults: EventResults = { lastTry: null, lastFailure: null };

/** Posts the user's choice of events to one address, signed by Standard Webhooks, and repeats what failed. */
export class EventWebhook extends AlertChannel {
  readonly #ports: EventWebhookPorts;
  /** Serialises changes, since the keychain and consents are asynchronous. */
  readonly #turns = new SerialQueue();
  #config: EventWebhookConfig | null;
  #canCopySecret = false;
  #results: EventResults;
  #formerConfig: EventWebhookConfig | null;
  #hasOtherSecret = false;

  /** Throws when the database does. */
  constructor(ports: EventWebhookPorts) {
    super('webhook', ports.outbox, DELAYS_MS);
    this.#ports = ports;
    this.#config = ports.repository.load();
    this.#formerConfig = this.#config;
    this.#results = ports.repository.loadResults() ?? noResults;
    ports.secrets.onDidChange(() => {
      this.changed.fire();
      if (ports.secrets.state(WEBHOOK_SECRET_ID).kind !== 'unreadable') this.outbox.tryAll();
    });
  }

  get isOpen(): boolean {
    return this.#config?.isGone === false;
  }

  takeSilenced(): readonly ChannelSilence[] {
    const [former, config] = [this.#formerConfig, this.#config];
    const secret = this.#hasOtherSecret;
    this.#formerConfig = config;
    this.#hasOtherSecret = false;
    return silencedOf({
      'alertChannels.webhook.silenced.secret': secret,
      'alertChannels.webhook.silenced.removed': former !== null && former.url !== config?.url,
      'alertChannels.webhook.silenced.events':
        former?.events.some((event) => config?.events.includes(event) === false) ?? false,
    });
  }

  protected wants({ test, event }: AlertEventJson): boolean {
    return test || this.#config?.events.includes(event) === true;
  }

  /** `null`: there is none. */
  view(): EventWebhookView | null {
    if (this.#config === null) return null;
    const shown = (result: EventResult | null): EventTry | null => {
      if (result === null) return null;
      const { id, ...rest } = result;
      return { ...rest, nextAt: this.outbox.nextTry(id) };
    };
    return {
      ...this.#config,
      secret: this.#ports.secrets.state(WEBHOOK_SECRET_ID),
      canCopySecret: this.#canCopySecret,
      waiting: this.outbox.waiting(),
      lastTry: shown(this.#results.lastTry),
      lastFailure: shown(this.#results.lastFailure),
    };
  }

  /** The ids of its secrets, to be read at start. */
  secretIds(): readonly string[] {
    return this.#config === null ? [] : [WEBHOOK_SECRET_ID];
  }

  /**
   * Sets the webhook, and generates its secret the first time. Another address needs the user's consent. Errors:
   * `invalidInput` of `webhookUrl`, those of `AskConsent`, `storage`, those of the keychain.
   */
  async set({ url: text, events }: CallArgs<'alerts:setWebhook'>): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const url = parseWebhookUrl(text);
      if (!url.ok) return invalid('webhookUrl', url.error);
      const isNewUrl = url.value !== this.#config?.url;
      const consent = isNewUrl ? await this.#ports.confirm(url.value, this.#config?.url ?? null) : ok(null);
      if (!consent.ok) return consent;
      const kept = this.#config === null ? await this.#keepSecret(null) : ok(null);
      if (!kept.ok) return kept;
      const config = { url: url.value, events: [...events], isGone: false };
      const saved = this.#ports.repository.save(config);
      if (!saved.ok) return saved;
      this.#config = config;
      if (isNewUrl) this.#keepResults(noResults);
      this.changed.fire();
      this.outbox.tryAll();
      return saved;
    });
  }

  /** Replaces the secret; `null` generates one. Errors: `unknownId`, `invalidInput` of `secret`, those of the keychain. */
  async replaceSecret(secret: string | null): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      if (this.#config === null) return err({ kind: 'unknownId' });
      const kept = await this.#keepSecret(secret);
      if (!kept.ok) return kept;
      this.#hasOtherSecret = true;
      this.changed.fire();
      return kept;
    });
  }

  /** Copies a generated secret, once. Errors: `unknownId` if there is none to copy, `consent`, those of the keychain. */
  async copySecret(): Promise<Result<null>> {
    if (!this.#canCopySecret) return err({ kind: 'unknownId' });
    const secret = await this.#ports.secrets.get(WEBHOOK_SECRET_ID);
    const copied = secret.ok ? this.#ports.copySecret(secret.value) : secret;
    if (!copied.ok) return copied;
    this.#canCopySecret = false;
    this.changed.fire();
    return copied;
  }

  /** Removes the webhook, its secret, and what waits. Errors: `storage`, those of the keychain. */
  async remove(): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const { secrets, repository } = this.#ports;
      const deleted = await secrets.delete(WEBHOOK_SECRET_ID);
      if (!deleted.ok && deleted.error.kind !== 'keychainUnavailable') return deleted;
      const saved = repository.save(null);
      if (!saved.ok) return saved;
      this.#config = null;
      this.#canCopySecret = false;
      this.#keepResults(noResults);
      this.outbox.clear();
      this.changed.fire();
      return saved;
    });
  }

  async #keepSecret(text: string | null): Promise<Result<null>> {
    const { secrets, randomBytes } = this.#ports;
    const { makeWebhookSecret, parseWebhookSecret } = await import('./standardWebhooks.ts');
    const secret = text === null ? ok(makeWebhookSecret(randomBytes)) : parseWebhookSecret(text);
    if (!secret.ok) return invalid('secret', secret.error);
    const stored = await secrets.set(WEBHOOK_SECRET_ID, secret.value);
    if (!stored.ok) return stored;
    this.#canCopySecret = text === null;
    this.changed.fire();
    return stored;
  }

  async attempt({ id, event }: OutboxItem, signal: AbortSignal): Promise<Attempt> {
    const { secrets, post, clock, logger } = this.#ports;
    const config = this.#config;
    if (config === null || config.isGone) return 'later';
    const secret = await secrets.get(WEBHOOK_SECRET_ID);
    const { webhookHeaders } = await import('./standardWebhooks.ts');
    // The keychain may wait for the user, and receivers refuse an old time.
    const at = clock.now();
    const about = { id, at, isTest: event.test };
    if (!secret.ok) {
      this.#note({ ...about, status: null, error: secret.error });
      return 'later';
    }
    const body = JSON.stringify({ type: webhookType(event.event), timestamp: event.at, data: event });
    const headers = { 'content-type': 'application/json', ...webhookHeaders(secret.value, id, at, body) };
    const posted = await post(config.url, headers, body, signal);
    if (signal.aborted) return 'stopped';
    // What came of an address that was replaced meanwhile is of no interest.
    const current = this.#config;
    if (config.url !== current?.url) return 'later';
    const outcome = posted.ok
      ? { status: posted.value.status, error: null }
      : { status: null, error: posted.error };
    this.#note({ ...about, ...outcome });
    if (isEventSent(outcome)) return 'sent';
    logger.warn('An event was not sent', { code: outcome.status, error: outcome.error?.kind ?? null });
    if (outcome.status === GONE) this.#turnOff(current);
    const waitMs = posted.ok ? posted.value.retryAfterMs : null;
    return waitMs === null ? 'failed' : { waitMs };
  }

  #note(result: EventResult): void {
    const { lastFailure } = this.#results;
    const isFailure = !isEventSent(result) && !result.isTest;
    const isMended = isEventSent(result) && lastFailure?.id === result.id;
    this.#keepResults({ lastTry: result, lastFailure: isFailure ? result : isMended ? null : lastFailure });
  }

  #keepResults(results: EventResults): void {
    this.#results = results;
    const { repository, logger } = this.#ports;
    const saved = repository.saveResults(results === noResults ? null : results);
    if (!saved.ok) logger.warn('The result of an event was not stored', { error: saved.error.kind });
  }

  #turnOff(config: EventWebhookConfig): void {
    this.#config = { ...config, isGone: true };
    const saved = this.#ports.repository.save(this.#config);
    if (!saved.ok) this.#ports.logger.error('The webhook stays on', { error: saved.error.kind });
    this.outbox.clear();
  }
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

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}
