import type { CommandEnd } from '#main/deployment/copies/command/commandRunner.ts';
import { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import { CopyBook } from '#main/deployment/copies/copyBook.ts';
import { CopyLooks } from '#main/deployment/copies/copyLooks.ts';
import { CopyService } from '#main/deployment/copies/copyService.ts';
import { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import { FormerTidy } from '#main/deployment/copies/formerTidy.ts';
import type { FormerFiles } from '#main/deployment/copies/putBackCopy.ts';
import type { PutBackOutcome, PutBackWish } from '#main/deployment/export/putBack.ts';
import type { RewriteOutcome, RewriteWish } from '#main/deployment/export/rewriteBundle.ts';
import type { WrittenBundle } from '#main/deployment/export/writtenBundle.ts';
import type { CertificateTimes } from '#shared/domain/certificate.ts';
import type { ExportProof } from '#shared/domain/export.ts';
import type { InputReason } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import {
  contentOf,
  FakeCopyRepository,
  leafFacts,
  MemoryFs,
  presentLeaf,
  writtenBundle,
} from './copyFixtures.ts';

export const proven: ExportProof = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' };

/** A command under way. */
interface FakeRun {
  readonly command: readonly string[];
  readonly signal: AbortSignal;
  end(end?: Partial<CommandEnd>): Promise<void>;
}

export const fine: CommandEnd = { outcome: { kind: 'exited', code: 0 }, output: 'reloaded\n', isCut: false };

/** The copies with everybody around them as fakes; files are in memory, and the former ones are where a test says. */
export function copyServiceSetUp() {
  const time = createFakeTime(5_000);
  const { logger, lines } = createRecordingLogger();
  const repository = new FakeCopyRepository();
  const fs = new MemoryFs();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `copy-${ids}`;
  };
  const { clock } = time;
  const book = new CopyBook({ repository, clock, newId, logger });
  const looks = new CopyLooks(book, fs, clock);
  const runs: FakeRun[] = [];
  const state = {
    present: presentLeaf as CertificateTimes | null,
    proof: proven,
    checked: (command: readonly string[]): Result<readonly string[], InputReason> => ok(command),
    agrees: async () => ok(null) as Result<null>,
    asked: [] as string[],
    putBacks: [] as PutBackWish[],
    outcome: { kind: 'refused', reason: 'targetAsks' } as PutBackOutcome,
    whole: ok(null) as Result<null>,
    removed: [] as string[],
    removal: ok(null) as Result<null>,
    changes: 0,
    shown: [] as string[],
    tightened: [] as string[],
  };
  const commands = new CopyCommands({
    book,
    runner: {
      run: (command, signal) => {
        const { promise, resolve } = Promise.withResolvers<CommandEnd>();
        const end = async (how: Partial<CommandEnd> = {}) => {
          resolve({ ...fine, ...how });
          await settle();
        };
        runs.push({ command, signal, end });
        return promise;
      },
    },
    check: async (command) => state.checked(command),
    confirm: (command, folder) => {
      state.asked.push(`${folder}: ${command.join(' ')}`);
      return state.agrees();
    },
    clock,
    logger,
  });
  const formers: FormerFiles = {
    putBack: async (wish) => {
      state.putBacks.push(wish);
      if (!state.whole.ok) return state.whole;
      const mayReplace = await wish.mayReplace();
      return ok(mayReplace ? state.outcome : { kind: 'refused', reason: 'changed' });
    },
    removeFormer: async ({ target, folder, directory }) => {
      state.removed.push(`${target}/${folder}/${directory}`);
      return state.removal;
    },
  };
  /** Writes files as an export does. */
  const write = (written: WrittenBundle) => {
    for (const { name } of written.files) fs.write(`/t/a/${name}`, contentOf(name));
    service.exported([written]);
  };
  const rewritten = async (wish: RewriteWish): Promise<RewriteOutcome> => {
    if (!(await wish.mayReplace())) return { kind: 'refused', reason: 'changed' };
    const leaf = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 9_000 });
    const bundle = writtenBundle(
      wish.files.map(({ name }) => name),
      { leaf, former: '.f' },
    );
    write(bundle);
    return { kind: 'written', bundle, proof: state.proof };
  };
  const rewriter = {
    rewrite: async (wishes: readonly RewriteWish[]) => ok(await Promise.all(wishes.map(rewritten))),
  };
  const writer = new CopyWriter({ book, looks, fs, rewriter, formers, commands, logger });
  const tidy = new FormerTidy({ book, formers, hasOrder: () => state.present !== null, clock, logger });
  const service = new CopyService({
    book,
    looks,
    fs,
    order: () => state.present,
    writer,
    tidy,
    commands,
    tighten: async (path) => void state.tightened.push(path),
    showInFolder: (path) => state.shown.push(path),
    home: '',
    logger,
  });
  service.onDidChange(() => {
    state.changes += 1;
  });
  return { ...time, book, looks, fs, state, runs, commands, writer, tidy, service, write, lines };
}

/** Lets every promise that can settle do so. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
