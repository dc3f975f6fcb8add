import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { CommandRun, CopyPutBack, CopyRefresh } from '#shared/domain/copy.ts';
import { type ExportJobView, type ExportProof, speaksAgainstFiles } from '#shared/domain/export.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CopyCommands } from './command/copyCommands.ts';
import type { CopyBook } from './copyBook.ts';
import type { CopyLooks } from './copyLooks.ts';
import type { LookFs } from './lookAtFile.ts';
import { type FormerFiles, putBackCopy } from './putBackCopy.ts';
import { type Overwrite, type Rewriter, refreshCopies } from './refreshCopies.ts';

export interface CopyWriterPorts {
  readonly book: CopyBook;
  readonly looks: CopyLooks;
  readonly fs: LookFs;
  readonly rewriter: Rewriter;
  readonly formers: Pick<FormerFiles, 'putBack'>;
  readonly commands: CopyCommands;
  readonly logger: Logger;
}

/** Writes copies anew and puts their former files back, and runs their commands whenever their files are other ones. */
export class CopyWriter {
  readonly #ports: CopyWriterPorts;
  /** Copies that were written, whose commands wait for the proof of their files. */
  #unproven: readonly string[] = [];

  constructor(ports: CopyWriterPorts) {
    this.#ports = ports;
  }

  /** An export wrote these copies. */
  written(ids: readonly string[]): void {
    this.#unproven = [...this.#unproven, ...ids];
  }

  /** The export of a person has moved on: once its files are proven, the commands of its copies are run. */
  exportChanged(job: ExportJobView | null): void {
    if (job?.phase !== 'done') return;
    const proofs = new Map(job.items.map(({ orderId, proof }) => [orderId, proof]));
    const orderOf = (id: string) => this.#ports.book.find(id)?.orderId ?? '';
    const { mine = [], others = [] } = Object.groupBy(this.#unproven, (id) =>
      proofs.has(orderOf(id)) ? 'mine' : 'others',
    );
    this.#unproven = others;
    for (const id of mine) this.#runSoon(id, proofs.get(orderOf(id)) ?? null);
  }

  /**
   * Writes copies anew with what their orders have now, and runs their commands. `reviewed`: fingerprint of a leaf that a
   * person has reviewed, or `null`. Errors: `busy` while an export is under
   * way, `unknownId` when none of them is there.
   */
  async refresh(
    ids: readonly string[],
    overwrite: Overwrite,
    reviewed: string | null,
  ): Promise<Result<readonly CopyRefresh[]>> {
    const { book, fs, rewriter, looks } = this.#ports;
    const bundles = [...new Set(ids)].flatMap((id) => book.find(id) ?? []);
    if (bundles.length === 0) return err({ kind: 'unknownId' });
    const refreshed = await refreshCopies(bundles, overwrite, reviewed, fs, rewriter);
    if (!refreshed.ok) return refreshed;
    // Here it is known what their proofs say.
    this.#unproven = this.#unproven.filter((id) => !refreshed.value.some((each) => each.id === id));
    await looks.look(ids);
    const run = async (each: CopyRefresh): Promise<CopyRefresh> =>
      each.kind === 'refreshed' ? { ...each, run: await this.#run(each.id, each.proof) } : each;
    return ok(await Promise.all(refreshed.value.map(run)));
  }

  /**
   * Puts the files back that a copy replaced, then runs its command. Errors: `busy`, `unknownId` also where nothing is
   * kept, `fileSystem`.
   */
  async putBack(id: string, overwrite: Overwrite): Promise<Result<CopyPutBack>> {
    const { book, fs, formers, looks } = this.#ports;
    const bundle = book.find(id);
    if (bundle === null || bundle.former === null) return err({ kind: 'unknownId' });
    const ended = await putBackCopy(bundle, bundle.former, overwrite, fs, formers);
    if (!ended.ok) return ended;
    if (ended.value.kind === 'failed') return err(ended.value.error);
    if (ended.value.kind === 'refused') return ok(ended.value);
    book.putBack(id, ended.value.back, ended.value.wereOurs);
    looks.reset([id]);
    await looks.look([id]);
    return ok({ kind: 'putBack', run: await this.#run(id, null) });
  }

  /** Begins to run the command of a copy. Errors: `unknownId` also where there is none, `busy` while it is run. */
  runCommand(id: string): Result<null> {
    const { book, commands } = this.#ports;
    if ((book.find(id)?.command ?? null) === null) return err({ kind: 'unknownId' });
    if (commands.isRunning(id)) return err({ kind: 'busy' });
    this.#runSoon(id, null);
    return ok(null);
  }

  #runSoon(id: string, proof: ExportProof | null): void {
    this.#run(id, proof).catch((error: unknown) =>
      this.#ports.logger.error('A command was not run', { error: errorName(error) }),
    );
  }

  /** @param proof of the files that were written; `null`: nothing is said against them */
  async #run(id: string, proof: ExportProof | null): Promise<CommandRun | null> {
    const { commands, looks } = this.#ports;
    if (proof !== null && speaksAgainstFiles(proof)) return commands.skip(id);
    const run = await commands.run(id);
    // It may have done something to the files.
    if (run !== null) await looks.look([id]);
    return run;
  }
}
