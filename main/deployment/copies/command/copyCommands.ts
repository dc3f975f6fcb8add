import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { CommandRun } from '#shared/domain/copy.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import type { CopyBook } from '../copyBook.ts';
import { folderOf } from '../copyView.ts';
import type { CommandRunner } from './commandRunner.ts';

/** More commands than this wait for others to end. */
const AT_ONCE = 4;

export interface CopyCommandsPorts {
  readonly book: CopyBook;
  readonly runner: CommandRunner;
  /** Gives the very command that is to be run, or what is wrong with it. */
  readonly check: (command: readonly string[]) => Promise<Result<readonly string[], InputReason>>;
  /** Asks the person whether this command may run after each update of the files in this folder. Errors: those of `AskConsent`. */
  readonly confirm: (command: readonly string[], folder: string) => Promise<Result<null>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The commands of copies: which they are, and their runs. One at a time for each copy, a few at once; what became of
 * them is known until the app ends.
 */
export class CopyCommands implements Disposable {
  readonly #ports: CopyCommandsPorts;
  readonly #runs = new Map<string, CommandRun>();
  /** By copy: the end of its last run. */
  readonly #turns = new Map<string, Promise<CommandRun | null>>();
  readonly #waiting: (() => void)[] = [];
  readonly #abort = new AbortController();
  readonly #changed = new Emitter<void>('copyCommands.changed');
  #free = AT_ONCE;

  /** Fires when `lastRun` of a copy gives something else. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: CopyCommandsPorts) {
    this.#ports = ports;
  }

  /** What became of the command of a copy in this session; `null`: it was not run. */
  lastRun(id: string): CommandRun | null {
    return this.#runs.get(id) ?? null;
  }

  /** Whether the command of a copy is under way, or waits for others. */
  isRunning(id: string): boolean {
    return this.#turns.has(id);
  }

  /**
   * Sets the command of a copy once the person agreed to that very command, or removes it (`null`). Errors:
   * `unknownId`, `invalidInput` of `command`, those of `AskConsent`, `storage`.
   */
  async set(id: string, command: readonly string[] | null): Promise<Result<null>> {
    const { book, check, confirm } = this.#ports;
    const bundle = book.find(id);
    if (bundle === null) return err({ kind: 'unknownId' });
    let agreed: readonly string[] | null = null;
    if (command !== null) {
      const checked = await check(command);
      if (!checked.ok) return err({ kind: 'invalidInput', field: 'command', reason: checked.error });
      agreed = checked.value;
      const consent = await confirm(agreed, folderOf(bundle));
      if (!consent.ok) return consent;
    }
    const stored = book.setCommand(id, agreed);
    if (stored.ok) this.forget([id]);
    return stored;
  }

  /**
   * Runs the command of a copy, as it is once those before it have ended.
   * @returns how it ended; `null`: there is none, or the app is quitting
   */
  run(id: string): Promise<CommandRun | null> {
    if (this.#isGone(id)) return Promise.resolve(null);
    const before = this.#turns.get(id) ?? Promise.resolve(null);
    const turn = before.then(() => this.#turn(id));
    this.#turns.set(id, turn);
    this.#note(id, { kind: 'running', startedAt: this.#ports.clock.now() });
    return turn.finally(() => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
      this.#changed.fire();
    });
  }

  /** Notes that the command of a copy was not run, as its files are no good. `null`: there is none. */
  skip(id: string): CommandRun | null {
    if (this.#isGone(id)) return null;
    const run = { kind: 'skipped', startedAt: this.#ports.clock.now() } as const;
    // What is under way is told first.
    if (!this.isRunning(id)) this.#note(id, run);
    return run;
  }

  /** Forgets what became of the commands of copies, but for those that are under way. */
  forget(ids: readonly string[]): void {
    for (const id of ids) if (!this.isRunning(id)) this.#runs.delete(id);
    this.#changed.fire();
  }

  /** Resolves when none is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#turns.values());
  }

  /** Stops all. */
  dispose(): void {
    this.#abort.abort();
  }

  #isGone(id: string): boolean {
    return this.#abort.signal.aborted || (this.#ports.book.find(id)?.command ?? null) === null;
  }

  async #turn(id: string): Promise<CommandRun | null> {
    const { book, runner, clock, logger } = this.#ports;
    const { signal } = this.#abort;
    await this.#enter();
    try {
      const bundle = book.find(id);
      const command = bundle?.command ?? null;
      if (bundle === null || command === null || signal.aborted) {
        this.#runs.delete(id);
        return null;
      }
      const startedAt = clock.now();
      this.#note(id, { kind: 'running', startedAt });
      const end = await runner.run(command, signal);
      const run = { kind: 'ended', startedAt, endedAt: clock.now(), ...end } as const;
      this.#note(id, run);
      return run;
    } catch (error) {
      this.#runs.delete(id);
      logger.error('A command was not run', { error: errorName(error) });
      return null;
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to who waits longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #note(id: string, run: CommandRun): void {
    this.#runs.set(id, run);
    this.#changed.fire();
  }
}
