import type { Logger } from '#main/platform/logger.ts';
import type { ProgramEnd } from '#main/platform/programs/programRunner.ts';
import type { Clock } from '#main/platform/time.ts';
import type { AlertCommandView } from '#shared/domain/alertCommand.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { AlertChannel, type ChannelOutbox, type ChannelSilence, silencedOf } from './alertChannel.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import type { Attempt, OutboxItem } from './outbox.ts';

/** Keeps the command across restarts. */
export interface AlertCommandRepository {
  /** `null`: none. Throws when the database does. */
  load(): readonly string[] | null;
  /** Error: `storage`; nothing was changed. */
  save(command: readonly string[] | null): Result<null>;
}

export interface AlertCommandPorts {
  readonly outbox: ChannelOutbox;
  readonly repository: AlertCommandRepository;
  /** Runs a command with a text as its standard input. Never rejects. */
  readonly run: (command: readonly string[], signal: AbortSignal, input: string) => Promise<ProgramEnd>;
  /** Resolves the program to its absolute path, or says what is wrong with the command. */
  readonly check: (command: readonly string[]) => Promise<Result<readonly string[], InputReason>>;
  /** Asks whether the command may run with each alert. Errors: those of `AskConsent`. */
  readonly confirm: (command: readonly string[]) => Promise<Result<null>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** A program that fails once may work a little later; one that fails for an hour needs the user. */
const DELAYS_MS = [0, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/** Runs the user's command with each alert, one after the other, and repeats it when it failed. Results are kept in memory. */
export class AlertCommand extends AlertChannel {
  readonly #ports: AlertCommandPorts;
  #command: readonly string[] | null;
  #lastRun: ProgramRun | null = null;
  #wasOpen: boolean;

  /** Throws when the database does. */
  constructor(ports: AlertCommandPorts) {
    super('command', ports.outbox, DELAYS_MS);
    this.#ports = ports;
    this.#command = ports.repository.load();
    this.#wasOpen = this.isOpen;
  }

  get isOpen(): boolean {
    return this.#command !== null;
  }

  takeSilenced(): readonly ChannelSilence[] {
    const wasOpen = this.#wasOpen;
    this.#wasOpen = this.isOpen;
    return silencedOf({ 'alertChannels.command.silenced.removed': wasOpen && !this.isOpen });
  }

  /** The command often mails: what people read is enough. */
  protected wants({ event }: AlertEventJson): boolean {
    return event !== 'filesUpdated';
  }

  /** `null`: there is no command. */
  view(): AlertCommandView | null {
    if (this.#command === null) return null;
    return { command: this.#command, lastRun: this.#lastRun, waiting: this.outbox.waiting() };
  }

  /** `null` removes the command. Errors: `invalidInput` of `command`, those of `AskConsent`, `storage`. */
  async set(command: readonly string[] | null): Promise<Result<null>> {
    const { repository, check, confirm } = this.#ports;
    const checked = command === null ? ok(null) : await check(command);
    if (!checked.ok) return err({ kind: 'invalidInput', field: 'command', reason: checked.error });
    const consent = checked.value === null ? ok(null) : await confirm(checked.value);
    if (!consent.ok) return consent;
    const stored = repository.save(checked.value);
    if (!stored.ok) return stored;
    this.#command = checked.value;
    this.#lastRun = null;
    if (checked.value === null) this.outbox.clear();
    this.changed.fire();
    return stored;
  }

  async attempt({ event }: OutboxItem, signal: AbortSignal): Promise<Attempt> {
    const { run, clock, logger } = this.#ports;
    const command = this.#command;
    if (command === null) return 'later';
    const startedAt = clock.now();
    this.#note(command, { kind: 'running', startedAt });
    const end = await run(command, signal, `${JSON.stringify(event)}\n`);
    const ended = { kind: 'ended', startedAt, endedAt: clock.now(), ...end } as const;
    this.#note(command, ended);
    if (isRunFine(ended)) return 'sent';
    if (signal.aborted) return 'stopped';
    logger.warn('The command for alerts failed', { problem: end.outcome.kind });
    return 'failed';
  }

  /** The result of a command that was replaced meanwhile is not shown. */
  #note(command: readonly string[], run: ProgramRun): void {
    if (command !== this.#command) return;
    this.#lastRun = run;
    this.changed.fire();
  }
}
