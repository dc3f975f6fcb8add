import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { MessageKey } from '#shared/i18n/types.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import { type Attempt, Outbox, type OutboxItem, type OutboxPorts, type OutboxTarget } from './outbox.ts';

/** The text that says what of a channel became silent, or tells less. */
export type ChannelSilence = Extract<MessageKey, `alertChannels.${string}.silenced.${string}`>;

/** What the outbox of a channel needs, beside what the channel says itself. */
export type ChannelOutbox = Omit<OutboxPorts, 'delaysMs' | 'attempt'>;

/** What takes alerts as events, beside the notifications of the desktop. Its outbox repeats what failed. */
export abstract class AlertChannel implements Disposable {
  readonly id: OutboxTarget;
  protected readonly outbox: Outbox;
  protected readonly changed = new Emitter<void>('alertChannel.changed');

  readonly onDidChange = this.changed.event;

  /** @param delaysMs milliseconds before each try of an event. Throws when the database does. */
  constructor(id: OutboxTarget, ports: ChannelOutbox, delaysMs: readonly number[]) {
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

  /** What became silent since the call before. */
  abstract takeSilenced(): readonly ChannelSilence[];

  /** Whether it hands over such an event while it is open. */
  protected abstract wants(event: AlertEventJson): boolean;

  /** Hands an event over, beside those that wait. Never rejects. */
  abstract attempt(item: OutboxItem, signal: AbortSignal): Promise<Attempt>;

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
