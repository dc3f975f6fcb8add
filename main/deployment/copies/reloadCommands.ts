import { ConcurrencyGate } from '#main/platform/concurrencyGate.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { ProgramRunner } from '#main/platform/programs/programRunner.ts';
import type { Clock } from '#main/platform/time.ts';
import { hasFailed, isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import { type CopyBundle, type FailedRun, folderOf } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';

const AT_ONCE = 4;

type EndedRun = Exclude<ProgramRun, { readonly kind: 'running' }>;

export interface ReloadCommandsPorts {
  readonly registry: CopyRegistry;
  readonly runner: ProgramRunner;
  /** Resolves the program to its absolute path, or says what is wrong with the command. */
  readonly check: (command: readonly string[]) => Promise<Result<readonly string[], InputReason>>;
  /** Asks whether the command may run after each update of the files in these folders. Errors: those of `AskConsent`. */
  readonly confirm: (command: readonly string[], folders: readonly string[]) => Promise<Result<null>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sets and runs the commands of copies, one at a time per copy. Results are kept in memory, failures also on disk. */
export class ReloadCommands implements Disposable {
  readonly #ports: ReloadCommandsPorts;
  readonly #runs = new Map<string, ProgramRun>();
  /** The end of the last run, by copy. */
  readonly #turns = new Map<string, Promise<ProgramRun | null>>();
  readonly #gate = new ConcurrencyGate(AT_ONCE);
  readonly #abort = new AbortController();
  readonly #changed = new Emitter<void>('reloadCommands.changed');

  readonly onDidChange = this.#changed.event;

  constructor(ports: ReloadCommandsPorts) {
    this.#ports = ports;
  }

  /** The last run of a copy's command since the start, or one before that which failed; `null`: none. */
  lastRun(id: string): ProgramRun | null {
    const bundle = this.#ports.registry.find(id);
    return bundle === null ? (this.#runs.get(id) ?? null) : this.lastRunOf(bundle);
  }

  /** As `lastRun`, of a copy that is known. */
  lastRunOf({ id, command, failedRun }: Pick<CopyBundle, 'id' | 'command' | 'failedRun'>): ProgramRun | null {
    const run = this.#runs.get(id);
    if (run !== undefined) return run;
    // A command that cannot be read any more can neither be run nor removed.
    return command === null || failedRun === null ? null : toRun(failedRun);
  }

  isRunning(id: string): boolean {
    return this.#turns.has(id);
  }

  /**
   * Sets the command of copies, with one question for all; `null` removes it. Errors: `unknownId`, `invalidInput` of
   * `command`, those of `AskConsent`, `storage`.
   */
  async set(ids: readonly string[], command: readonly string[] | null): Promise<Result<null>> {
    const { registry, confirm } = this.#ports;
    const bundles = ids.flatMap((id) => registry.find(id) ?? []);
    if (bundles.length < ids.length) return err({ kind: 'unknownId' });
    if (command === null) return this.agreed(ids, null);
    const checked = await this.check(command);
    if (!checked.ok) return checked;
    const consent = await confirm(checked.value, bundles.map(folderOf));
    return consent.ok ? this.agreed(ids, checked.value) : consent;
  }

  /** Resolves the program of a command to its absolute path. Error: `invalidInput` of `command`. */
  async check(command: readonly string[]): Promise<Result<readonly string[]>> {
    const checked = await this.#ports.check(command);
    return checked.ok ? checked : err({ kind: 'invalidInput', field: 'command', reason: checked.error });
  }

  /** Sets a command that the user agreed to for all of these copies, or for none. Errors: `unknownId`, `storage`. */
  agreed(ids: readonly string[], command: readonly string[] | null): Result<null> {
    const stored = this.#ports.registry.setCommand(ids, command);
    if (stored.ok) this.forget(ids);
    return stored;
  }

  /** Runs the command of a copy after its earlier runs. `null`: there is no command, or the app is quitting. */
  run(id: string): Promise<ProgramRun | null> {
    if (this.#isGone(id)) return Promise.resolve(null);
    const before = this.#turns.get(id) ?? Promise.resolve(null);
    const turn = before.then(() => this.#gate.run(null, () => this.#turn(id)));
    this.#turns.set(id, turn);
    this.#begin(id, this.#ports.clock.now());
    return turn.finally(() => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
      this.#changed.fire();
    });
  }

  /** Records that the command was not run because the proof of the files failed. `null`: there is no command. */
  skip(id: string): ProgramRun | null {
    if (this.#isGone(id)) return null;
    const run = { kind: 'skipped', startedAt: this.#ports.clock.now() } as const;
    // A running command keeps its status.
    if (!this.isRunning(id)) this.#keep(id, run);
    return run;
  }

  /** Forgets the last runs of copies, except those still running. */
  forget(ids: readonly string[]): void {
    for (const id of ids) if (!this.isRunning(id)) this.#runs.delete(id);
    this.#changed.fire();
  }

  async settled(): Promise<void> {
    await Promise.allSettled([...this.#turns.values()]);
  }

  dispose(): void {
    this.#abort.abort();
  }

  #isGone(id: string): boolean {
    return this.#abort.signal.aborted || (this.#ports.registry.find(id)?.command ?? null) === null;
  }

  async #turn(id: string): Promise<ProgramRun | null> {
    const { registry, runner, clock, logger } = this.#ports;
    const { signal } = this.#abort;
    try {
      const bundle = registry.find(id);
      const command = bundle?.command ?? null;
      if (bundle === null || command === null || signal.aborted) {
        this.#runs.delete(id);
        return null;
      }
      const startedAt = clock.now();
      this.#begin(id, startedAt);
      const end = await runner.run(command, signal);
      const run = { kind: 'ended', startedAt, endedAt: clock.now(), ...end } as const;
      // The user may have set another command meanwhile.
      if (registry.find(id)?.command === command) this.#keep(id, run);
      else this.#runs.delete(id);
      return run;
    } catch (error) {
      this.#runs.delete(id);
      logger.error('A command was not run', { error: errorName(error) });
      return null;
    }
  }

  /** Notes the result of a command, and stores whether it failed. */
  #keep(id: string, run: EndedRun): void {
    const { registry, logger } = this.#ports;
    const stored = registry.setFailedRun(id, isRunFine(run) ? null : toFailedRun(run));
    if (!stored.ok) logger.error('The result of a command was not stored', { error: stored.error.kind });
    this.#note(id, run);
  }

  #begin(id: string, startedAt: number): void {
    this.#note(id, { kind: 'running', startedAt, hasFailed: hasFailed(this.lastRun(id)) });
  }

  #note(id: string, run: ProgramRun): void {
    this.#runs.set(id, run);
    this.#changed.fire();
  }
}

/** A stored failure as the window shows it; `null`: there was none before the command became due. */
export function toRun(failed: FailedRun): ProgramRun | null {
  if (failed.kind === 'due') return failed.before === null ? null : toRun(failed.before);
  return failed.kind === 'skipped' ? failed : { ...failed, output: null, isCut: false };
}

/** A failure as it is stored. */
function toFailedRun(run: EndedRun): FailedRun {
  if (run.kind === 'skipped') return run;
  const { output: _output, isCut: _isCut, ...failed } = run;
  return failed;
}
