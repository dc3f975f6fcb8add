import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { lastDestination } from '#shared/domain/copy.ts';
import { type ExportProof, speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import type { OrderWrite, RestoreResult, WriteResult } from '#shared/domain/writeResult.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type ExportedCopy, notRecorded } from '../export/exportDestination.ts';
import type { ExportService } from '../export/exportService.ts';
import type { RefreshRequest } from '../export/refreshBundle.ts';
import { type CopyBundle, restoreIntent } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import type { CopyVerifier } from './copyVerifier.ts';
import { needsPassphraseOf } from './copyView.ts';
import type { ReadOnlyFs } from './fileCheck.ts';
import {
  findingsOf,
  hasContent,
  isAsWritten,
  isOverwritable,
  mayOverwrite,
  type Overwrite,
} from './knownFiles.ts';
import type { ReloadCommands } from './reloadCommands.ts';

export interface CopyWriterPorts {
  readonly registry: CopyRegistry;
  readonly verifier: CopyVerifier;
  readonly fs: ReadOnlyFs;
  readonly exports: Pick<ExportService, 'refresh' | 'restore'>;
  readonly commands: Pick<ReloadCommands, 'run' | 'skip' | 'isRunning'>;
  /** Registers what earlier writes left. */
  readonly settleLeft: () => Promise<void>;
  readonly logger: Logger;
}

/** A copy, and the run of its command. */
export interface RanDue {
  readonly bundle: CopyBundle;
  readonly run: ProgramRun;
}

/** Updates and restores exported files, and runs their commands whenever the files have changed. */
export class CopyWriter {
  readonly #ports: CopyWriterPorts;
  readonly #ranDue = new Emitter<RanDue>('copyWriter.ranDue');

  /** A command that an ended process left due was run. */
  readonly onDidRunDue = this.#ranDue.event;

  constructor(ports: CopyWriterPorts) {
    this.#ports = ports;
  }

  /** An export has ended: runs the commands of its copies. */
  exported(copies: readonly ExportedCopy[]): void {
    for (const { copyId, proof } of copies) this.#runSoon(copyId, proof);
  }

  /**
   * Updates copies to the current certificates of their orders, and runs their commands. Errors: `busy` while an export is
   * running, `unknownId` if none of the copies exists.
   * @param reviewed fingerprint of a leaf that the user reviewed and accepted; `null`: none
   * @returns one result per copy, in their order
   */
  async refresh(
    ids: readonly string[],
    overwrite: Overwrite,
    reviewed: string | null,
  ): Promise<Result<readonly OrderWrite[]>> {
    const { registry, exports, verifier } = this.#ports;
    const bundles = [...new Set(ids)].flatMap((id) => registry.find(id) ?? []);
    if (bundles.length === 0) return err({ kind: 'unknownId' });
    const requests = new Map(
      bundles
        .filter((bundle) => !needsPassphraseOf(bundle))
        .map((bundle) => [bundle.id, this.#requestFor(bundle, overwrite, reviewed)]),
    );
    const outcomes = await exports.refresh([...requests.values()]);
    if (!outcomes.ok) return outcomes;
    await verifier.verify(ids);
    const byId = new Map([...requests.keys()].map((id, index) => [id, outcomes.value[index]]));
    const refreshed = bundles.map(async ({ id, orderId }): Promise<OrderWrite> => {
      const result: WriteResult = byId.get(id) ?? { kind: 'needsPassphrase' };
      const run = result.kind === 'written' ? { run: await this.#run(id, result.proof) } : {};
      return { orderId, copyId: id, ...result, ...run };
    });
    const results = await Promise.all(refreshed);
    // Of files that another computer wrote.
    await this.runDue(new Set(bundles.map(({ orderId }) => orderId)));
    return ok(results);
  }

  #requestFor(bundle: CopyBundle, overwrite: Overwrite, reviewed: string | null): RefreshRequest {
    return {
      ...bundle,
      leaf: bundle,
      files: bundle.files.map(({ spec }) => spec),
      isUnattended: overwrite === 'untouched',
      reviewed,
      isCurrent: async (content) =>
        hasContent(bundle, content) && isAsWritten(await findingsOf(this.#ports.fs, bundle)),
      // Only files that the user keeps up to date are replaced by themselves.
      mayReplace: async () =>
        (overwrite !== 'untouched' || bundle.autoRefresh) &&
        (await mayOverwrite(this.#ports.fs, bundle, overwrite)),
    };
  }

  /**
   * Exports orders again, each to its last destination, under the conditions of `refresh`: whatever the user would be asked
   * leaves the files as they are. Error: `busy`. @returns one result per order, in their order
   */
  async exportAgain(orderIds: readonly string[]): Promise<Result<readonly OrderWrite[]>> {
    const { registry } = this.#ports;
    const byOrder = Map.groupBy(registry.list(), ({ orderId }) => orderId);
    const orders = [...new Set(orderIds)];
    const copyIds = orders.flatMap((orderId) => lastDestination(byOrder.get(orderId) ?? [])?.id ?? []);
    const refreshed = copyIds.length === 0 ? ok([]) : await this.refresh(copyIds, 'ours', null);
    if (!refreshed.ok) return refreshed;
    const results = new Map(refreshed.value.map((result) => [result.orderId, result]));
    return ok(
      orders.map((orderId) => results.get(orderId) ?? { orderId, copyId: null, kind: 'noDestination' }),
    );
  }

  /**
   * Then runs the command. Errors: `busy`; `unknownId`, also if there is no backup; `fileSystem`; `storage`; `notRecorded`
   * after the files were restored.
   */
  async restore(id: string, overwrite: Overwrite): Promise<Result<RestoreResult>> {
    const { registry, fs, exports, verifier } = this.#ports;
    const bundle = registry.find(id);
    if (bundle === null || bundle.previous === null) return err({ kind: 'unknownId' });
    const { target, folder, agreed } = bundle;
    const intended = restoreIntent(bundle);
    const intents = registry.intend(intended === null ? [] : [intended]);
    if (!intents.ok) return intents;
    let wereOurs = false;
    const outcome = await exports.restore({
      ...{ target, folder, agreed },
      names: bundle.files.map(({ name }) => name),
      previous: bundle.previous.directory,
      mayReplace: async () => {
        const findings = await findingsOf(fs, bundle);
        wereOurs = isOverwritable(findings, 'untouched');
        return isOverwritable(findings, overwrite);
      },
    });
    const isRestored = outcome.ok && outcome.value.kind === 'written';
    const stored = isRestored ? registry.restored(id, outcome.value, wereOurs, intents.value) : ok(null);
    registry.ended(intents.value);
    if (!outcome.ok) return outcome;
    if (outcome.value.kind === 'failed') return err(outcome.value.error);
    if (outcome.value.kind === 'refused') return ok(outcome.value);
    if (!stored.ok) return err(notRecorded(stored.error));
    verifier.reset([id]);
    await verifier.verify([id]);
    return ok({ kind: 'written', run: await this.#run(id, null) });
  }

  /** Begins to run the command of a copy. Errors: `unknownId`, also if it has none; `busy` while it is running. */
  runCommand(id: string): Result<null> {
    const { registry, commands } = this.#ports;
    if ((registry.find(id)?.command ?? null) === null) return err({ kind: 'unknownId' });
    if (commands.isRunning(id)) return err({ kind: 'busy' });
    this.#runSoon(id, null);
    return ok(null);
  }

  /**
   * Runs the commands that files wait for since the app was killed, as far as these are as they were written.
   * @param orderIds `null`: all orders
   * @returns the runs by copy; never rejects
   */
  async runDue(orderIds: ReadonlySet<string> | null): Promise<ReadonlyMap<string, ProgramRun>> {
    const { registry, fs, commands, settleLeft, logger } = this.#ports;
    await settleLeft().catch((error: unknown) =>
      logger.error('Left files were not registered', { error: errorName(error) }),
    );
    const due = registry
      .leftDue()
      .filter(({ id, orderId }) => (orderIds === null || orderIds.has(orderId)) && !commands.isRunning(id));
    const runs = await Promise.all(
      due.map(async (bundle) => {
        try {
          const run = (await mayOverwrite(fs, bundle, 'untouched')) ? await this.#run(bundle.id, null) : null;
          if (run === null) return [];
          this.#ranDue.fire({ bundle, run });
          return [[bundle.id, run] as const];
        } catch (error) {
          logger.error('A command was not run', { error: errorName(error) });
          return [];
        }
      }),
    );
    return new Map(runs.flat());
  }

  #runSoon(id: string, proof: ExportProof | null): void {
    this.#run(id, proof).catch((error: unknown) =>
      this.#ports.logger.error('A command was not run', { error: errorName(error) }),
    );
  }

  /** @param proof of the written files, which must not speak against them; `null`: none was made */
  async #run(id: string, proof: ExportProof | null): Promise<ProgramRun | null> {
    const { commands, verifier } = this.#ports;
    if (proof !== null && speaksAgainstFiles(proof)) return commands.skip(id);
    const run = await commands.run(id);
    // The command may have changed the files.
    if (run !== null) await verifier.verify([id]);
    return run;
  }
}
