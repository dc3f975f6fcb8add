import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { ProgramEnd } from '#main/platform/programs/programRunner.ts';
import type { Clock } from '#main/platform/time.ts';
import type { AlertChannelId, AlertChannelView, ChannelDraft } from '#shared/domain/alertChannels.ts';
import type { InputReason } from '#shared/errors.ts';
import type { MessageKey } from '#shared/i18n/types.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { z } from '#shared/zod.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import { type Attempt, Outbox, type OutboxItem, type OutboxPorts } from './outbox.ts';
import type { QuestionWords } from './questionWords.ts';

/** The text that says what of a channel became silent, or tells less. */
export type ChannelSilence = Extract<MessageKey, `alertChannels.${string}.silenced.${string}`>;

/** What the outbox of a channel needs, beside what the channel says itself. */
export type ChannelOutbox = Omit<OutboxPorts, 'delaysMs' | 'attempt'>;

/** Keeps a value across restarts. */
export interface StoredValue<Value> {
  /** `null`: none, or an invalid one. Throws when the database does. */
  load(): Value | null;
  /** Error: `storage`; nothing was changed. */
  save(value: Value | null): Result<null>;
}

/** All that channels can do: a channel takes what it needs. */
export interface ChannelPorts {
  /** The outbox of the channel. */
  readonly outbox: ChannelOutbox;
  /** A value of the channel by its name, which is in the database. */
  readonly stored: <Value>(name: string, schema: z.ZodType<Value>) => StoredValue<Value>;
  /** Asks for a consent. Errors: those of `AskConsent`. */
  readonly ask: (question: (words: QuestionWords) => ConsentQuestion) => Promise<Result<null>>;
  readonly commands: {
    /** Runs a command with a text as its standard input. Never rejects. */
    run(command: readonly string[], signal: AbortSignal, input: string): Promise<ProgramEnd>;
    /** Resolves the program to its absolute path, or says what is wrong with the command. */
    check(command: readonly string[]): Promise<Result<readonly string[], InputReason>>;
    /** The user that commands run as, and the home folder that they start in. */
    place(): { readonly user: string; readonly home: string };
  };
  /** Secrets by the id of their channel. */
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
  /** Copies a secret, which is cleared after half a minute. Error: `consent` (`notFocused`). */
  readonly copySecret: (secret: string) => Result<null>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** What the user can do with a channel whose events are signed. Errors also those of the keychain. */
export interface SignedChannel {
  /** Replaces the secret; `null` generates one. Errors: `unknownId`, `invalidInput` of `secret`. */
  replaceSecret(secret: string | null): Promise<Result<null>>;
  /** Copies a generated secret, once. Errors: `unknownId` if there is none to copy, `consent`. */
  copySecret(): Promise<Result<null>>;
  /** Removes the channel, its secret, and what waits. Error: `storage`. */
  remove(): Promise<Result<null>>;
}

/** What takes alerts as events, beside the notifications of the desktop. Its outbox repeats what failed. */
export abstract class AlertChannel<Id extends AlertChannelId = AlertChannelId> implements Disposable {
  readonly id: Id;
  protected readonly outbox: Outbox;
  protected readonly changed = new Emitter<void>('alertChannel.changed');

  readonly onDidChange = this.changed.event;

  /** @param delaysMs milliseconds before each try of an event. Throws when the database does. */
  constructor(id: Id, ports: ChannelOutbox, delaysMs: readonly number[]) {
    this.id = id;
    this.outbox = new Outbox({
      ...ports,
      delaysMs,
      attempt: (item, signal) => this.attempt(item, signal),
    });
    this.outbox.onDidChange(() => this.changed.fire());
  }

  /** Whether the user set it, and it takes events. */
  abstract get isOpen(): boolean;

  /** `null`: the user did not set it. */
  abstract view(): AlertChannelView<Id> | null;

  /** Sets it, once the user agreed; `null` removes it. Errors: `invalidInput` of a setting, those of `AskConsent`, `storage`. */
  abstract set(draft: ChannelDraft<Id>): Promise<Result<null>>;

  /** What became silent since the call before. */
  abstract takeSilenced(): readonly ChannelSilence[];

  /** Whether it hands over such an event while it is open. */
  protected abstract wants(event: AlertEventJson): boolean;

  /** Hands an event over, beside those that wait. Never rejects. */
  abstract attempt(item: OutboxItem, signal: AbortSignal): Promise<Attempt>;

  /** The ids of its secrets, to be read at start. */
  secretIds(): readonly string[] {
    return [];
  }

  /** Hands over what waits since the last session, and from now on each event. */
  start(): void {
    this.outbox.start();
  }

  /** Hands an event over, after those before it. */
  send(event: AlertEventJson): void {
    if (this.isOpen && this.wants(event)) this.outbox.queue(event);
  }

  /** Hands over an event that the user asked for, once. Errors: `unknownId` if it is not open, `busy`. */
  test(event: AlertEventJson): Result<null> {
    if (!this.isOpen) return err({ kind: 'unknownId' });
    if (this.outbox.isBusy) return err({ kind: 'busy' });
    this.outbox.queue(event);
    return ok(null);
  }

  settled(): Promise<void> {
    return this.outbox.settled();
  }

  /** Stops the present try. Its event and those that wait are handed over after the next start. */
  dispose(): void {
    this.outbox.dispose();
  }
}

/** The names of those that are silenced. */
export function silencedOf<Name extends string>(
  isSilenced: Readonly<Record<Name, boolean>>,
): readonly Name[] {
  return (Object.keys(isSilenced) as Name[]).filter((name) => isSilenced[name]);
}
