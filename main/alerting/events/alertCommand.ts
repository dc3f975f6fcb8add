import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Clock } from '#main/platform/time.ts';
import type { AlertCommandView } from '#shared/domain/alertCommand.ts';
import { type CommandRun, isCommandFine } from '#shared/domain/copy.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { AlertEventJson } from './alertEventSchema.ts';

/** Keeps the command across restarts. */
export interface AlertCommandRepository {
  /** `null`: none. Throws when the database does. */
  load(): readonly string[] | null;
  /** Error: `storage`; nothing was changed. */
  save(command: readonly string[] | null): Result<null>;
}

type CommandEnd = Pick<Extract<CommandRun, { readonly kind: 'ended' }>, 'outcome' | 'output' | 'isCut'>;

export interface AlertCommandPorts {
  readonly repository: AlertCommandRepository;
  /** Runs a command with a text as its standard input. Never rejects. */
  readonly run: (command: readonly string[], signal: AbortSignal, input: string) => Promise<CommandEnd>;
  /** Resolves the program to its absolute path, or says what is wrong with the command. */
  readonly check: (command: readonly string[]) => Promise<Result<readonly string[], InputReason>>;
  /** Asks whether the command may run with each alert. Errors: those of `AskConsent`. */
  readonly confirm: (command: readonly string[]) => Promise<Result<null>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Events that wait at most. With more, something is wrong with the command or with everything else. */
const WAITING_MAX = 1000;

/** Runs the user's command once with each alert, one after the other. Results are kept in memory. */
export class AlertCommand implements Disposable {
  readonly #ports: AlertCommandPorts;
  readonly #queue = new SerialQueue();
  readonly #abort = new AbortController();
  readonly #changed = new Emitter<void>('alertCommand.changed');
  #command: readonly string[] | null;
  #lastRun: CommandRun | null = null;
  #waiting = 0;
  #settled: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(ports: AlertCommandPorts) {
    this.#ports = ports;
    this.#command = ports.repository.load();
  }

  /** `null`: there is no command. */
  view(): AlertCommandView | null {
    return this.#command === null ? null : { command: this.#command, lastRun: this.#lastRun };
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
    this.#changed.fire();
    return stored;
  }

  /** Runs the command with an event, after those before it. Nothing happens without a command. */
  send(event: AlertEventJson): void {
    if (this.#command === null || this.#abort.signal.aborted) return;
    if (this.#waiting >= WAITING_MAX) {
      this.#ports.logger.warn('An alert was not given to the command: too many wait', {
        count: this.#waiting,
      });
      return;
    }
    this.#waiting += 1;
    this.#settled = this.#queue.run(() => this.#turn(event)).finally(() => (this.#waiting -= 1));
  }

  /** Runs the command with an event that the user asked for. Errors: `unknownId` without a command, `busy`. */
  test(event: AlertEventJson): Result<null> {
    if (this.#command === null) return err({ kind: 'unknownId' });
    if (this.#waiting > 0) return err({ kind: 'busy' });
    this.send(event);
    return ok(null);
  }

  settled(): Promise<void> {
    return this.#settled;
  }

  /** Stops the command that runs; those that wait are not run. */
  dispose(): void {
    this.#abort.abort();
  }

  async #turn(event: AlertEventJson): Promise<void> {
    const { run, clock, logger } = this.#ports;
    const { signal } = this.#abort;
    const command = this.#command;
    if (command === null || signal.aborted) return;
    const startedAt = clock.now();
    this.#note(command, { kind: 'running', startedAt });
    const end = await run(command, signal, `${JSON.stringify(event)}\n`);
    const ended = { kind: 'ended', startedAt, endedAt: clock.now(), ...end } as const;
    if (!isCommandFine(ended)) logger.warn('The command for alerts failed', { problem: end.outcome.kind });
    this.#note(command, ended);
  }

  /** The result of a command that was replaced meanwhile is not shown. */
  #note(command: readonly string[], run: CommandRun): void {
    if (command !== this.#command) return;
    this.#lastRun = run;
    this.#changed.fire();
  }
}
