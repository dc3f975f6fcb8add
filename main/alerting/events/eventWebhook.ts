import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { AlertChannelView, ChannelDraft } from '#shared/domain/alertChannels.ts';
import { type AlertEventName, alertEventNames, isEventSent } from '#shared/domain/alertEvents.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { InputField, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import {
  AlertChannel,
  type ChannelPorts,
  type ChannelSilence,
  type SignedChannel,
  type StoredValue,
  silencedOf,
} from './alertChannel.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import { EventTries } from './eventTries.ts';
import type { Attempt, OutboxItem } from './outbox.ts';

/** What is stored of the webhook; its secret is in the keychain. */
export interface EventWebhookConfig {
  readonly url: string;
  readonly events: readonly AlertEventName[];
  readonly isGone: boolean;
}

const configSchema: z.ZodType<EventWebhookConfig> = z.object({
  url: z.string().min(1),
  events: z.array(z.enum(alertEventNames)),
  isGone: z.boolean(),
});

type EventWebhookPorts = Omit<ChannelPorts, 'commands'>;

/** The only secret of its kind. */
export const WEBHOOK_SECRET_ID = 'webhook';

/** The first delays that Standard Webhooks recommends. Receivers that are down for longer than a night need the user. */
const DELAYS_MS = [...[0, 5000, 5 * MINUTE_MS, 30 * MINUTE_MS], ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]];

/** The receiver says that it will never take events again. */
const GONE = 410;

/** Posts the user's choice of events to one address, signed by Standard Webhooks, and repeats what failed. */
export class EventWebhook extends AlertChannel<'webhook'> implements SignedChannel {
  readonly #ports: EventWebhookPorts;
  readonly #stored: StoredValue<EventWebhookConfig>;
  readonly #tries: EventTries;
  /** Serialises changes, since the keychain and consents are asynchronous. */
  readonly #turns = new SerialQueue();
  #config: EventWebhookConfig | null;
  #canCopySecret = false;
  #formerConfig: EventWebhookConfig | null;
  #hasOtherSecret = false;

  /** Throws when the database does. */
  constructor(ports: EventWebhookPorts) {
    super('webhook', ports.outbox, DELAYS_MS);
    this.#ports = ports;
    this.#stored = ports.stored('webhook', configSchema);
    this.#tries = new EventTries(ports, 'webhookResults');
    this.#config = this.#stored.load();
    this.#formerConfig = this.#config;
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
  view(): AlertChannelView<'webhook'> | null {
    if (this.#config === null) return null;
    return {
      ...this.#config,
      secret: this.#ports.secrets.state(WEBHOOK_SECRET_ID),
      canCopySecret: this.#canCopySecret,
      waiting: this.outbox.waiting(),
      ...this.#tries.view((id) => this.outbox.nextTry(id)),
    };
  }

  override secretIds(): readonly string[] {
    return this.#config === null ? [] : [WEBHOOK_SECRET_ID];
  }

  /**
   * Sets the webhook, and generates its secret the first time. Another address needs the user's consent. Errors:
   * `invalidInput` of `webhookUrl`, those of `AskConsent`, `storage`, those of the keychain.
   */
  async set({ url: text, events }: ChannelDraft<'webhook'>): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const { eventWebhookQuestion, parseWebhookUrl } = await import('./standardWebhooks.ts');
      const url = parseWebhookUrl(text);
      if (!url.ok) return invalid('webhookUrl', url.error);
      const isNewUrl = url.value !== this.#config?.url;
      const former = this.#config?.url ?? null;
      const consent = isNewUrl
        ? await this.#ports.ask((words) => eventWebhookQuestion(words, url.value, former))
        : ok(null);
      if (!consent.ok) return consent;
      const kept = this.#config === null ? await this.#keepSecret(null) : ok(null);
      if (!kept.ok) return kept;
      const config = { url: url.value, events: [...events], isGone: false };
      const saved = this.#stored.save(config);
      if (!saved.ok) return saved;
      this.#config = config;
      if (isNewUrl) this.#tries.clear();
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
      const deleted = await this.#ports.secrets.delete(WEBHOOK_SECRET_ID);
      if (!deleted.ok && deleted.error.kind !== 'keychainUnavailable') return deleted;
      const saved = this.#stored.save(null);
      if (!saved.ok) return saved;
      this.#config = null;
      this.#canCopySecret = false;
      this.#tries.clear();
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
    const { webhookHeaders, webhookType } = await import('./standardWebhooks.ts');
    // Read last: it may be replaced while code is loaded.
    const secret = await secrets.get(WEBHOOK_SECRET_ID);
    // The keychain may wait for the user, and receivers refuse an old time.
    const at = clock.now();
    const about = { id, at, isTest: event.test };
    if (!secret.ok) {
      this.#tries.add({ ...about, status: null, error: secret.error });
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
    this.#tries.add({ ...about, ...outcome });
    if (isEventSent(outcome)) return 'sent';
    logger.warn('An event was not sent', { code: outcome.status, error: outcome.error?.kind ?? null });
    if (outcome.status === GONE) this.#turnOff(current);
    const waitMs = posted.ok ? posted.value.retryAfterMs : null;
    return waitMs === null ? 'failed' : { waitMs };
  }

  #turnOff(config: EventWebhookConfig): void {
    this.#config = { ...config, isGone: true };
    const saved = this.#stored.save(this.#config);
    if (!saved.ok) this.#ports.logger.error('The webhook stays on', { error: saved.error.kind });
    this.outbox.clear();
  }
}

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}
