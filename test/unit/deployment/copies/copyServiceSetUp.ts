import { BackupPruner } from '#main/deployment/copies/backupPruner.ts';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyService } from '#main/deployment/copies/copyService.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import type { WantedCertificate } from '#main/deployment/copies/copyView.ts';
import { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import { ReloadCommands } from '#main/deployment/copies/reloadCommands.ts';
import type { WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import type { PlannedContent } from '#main/deployment/export/exportPorts.ts';
import type { RefreshRequest } from '#main/deployment/export/refreshBundle.ts';
import type { BackupFolder, RestoreOutcome, RestoreRequest } from '#main/deployment/export/restoreBundle.ts';
import type { ProgramEnd } from '#main/platform/programs/programRunner.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
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

/** A running command. */
interface FakeRun {
  readonly command: readonly string[];
  readonly signal: AbortSignal;
  end(end?: Partial<ProgramEnd>): Promise<void>;
}

export const fine: ProgramEnd = { outcome: { kind: 'exited', code: 0 }, output: 'reloaded\n', isCut: false };

/** The services for copies on a file system in memory, with fakes for exports and commands. */
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
  const openRegistry = () => new CopyRegistry({ repository, clock, newId, logger });
  const registry = openRegistry();
  const verifier = new CopyVerifier(registry, fs, clock, logger);
  const runs: FakeRun[] = [];
  const state = {
    present: presentLeaf as WantedCertificate | null,
    proof: proven,
    /** What the service would write. */
    content: [] as readonly PlannedContent[],
    /** The outcome of every refresh; `null`: they write. */
    refuses: null as WriteResult | null,
    checked: (command: readonly string[]): Result<readonly string[], InputReason> => ok(command),
    agrees: async () => ok(null) as Result<null>,
    asked: [] as string[],
    restores: [] as RestoreRequest[],
    outcome: { kind: 'refused', reason: 'targetAsks' } as RestoreOutcome,
    whole: ok(null) as Result<null>,
    removed: [] as string[],
    removal: ok(null) as Result<null>,
    changes: 0,
    shown: [] as string[],
    tightened: [] as string[],
  };
  const openCommands = (known: CopyRegistry) =>
    new ReloadCommands({
      registry: known,
      runner: {
        run: (command, signal) => {
          const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
          const end = async (how: Partial<ProgramEnd> = {}) => {
            resolve({ ...fine, ...how });
            await settle();
          };
          runs.push({ command, signal, end });
          return promise;
        },
      },
      check: async (command) => state.checked(command),
      confirm: (command, folders) => {
        state.asked.push(`${folders.join(', ')}: ${command.join(' ')}`);
        return state.agrees();
      },
      clock,
      logger,
    });
  const commands = openCommands(registry);
  /** The commands after a restart. */
  const restarted = () => openCommands(openRegistry());
  /** Writes files as an export does. @returns the id of their copy */
  const write = (written: WrittenBundle) => {
    for (const { name } of written.files) fs.write(`/t/a/${name}`, contentOf(name));
    const [copyId = ''] = verifier.register([written]).copyIds;
    return copyId;
  };
  const refreshed = async (request: RefreshRequest): Promise<WriteResult> => {
    if (state.refuses !== null) return state.refuses;
    if (await request.isCurrent(state.content)) return { kind: 'current', writtenAt: request.writtenAt };
    if (!(await request.mayReplace())) return { kind: 'refused', reason: 'changed' };
    const leaf = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 9_000 });
    const bundle = writtenBundle(
      request.files.map(({ name }) => name),
      { leaf, previous: '.f' },
    );
    write(bundle);
    const files = request.files.map(({ name }) => `a/${name}`);
    return { kind: 'written', files, canUndo: true, proof: state.proof, run: null };
  };
  const exports = {
    refresh: async (requests: readonly RefreshRequest[]) => ok(await Promise.all(requests.map(refreshed))),
    restore: async (request: RestoreRequest): Promise<Result<RestoreOutcome>> => {
      state.restores.push(request);
      if (!state.whole.ok) return state.whole;
      const mayReplace = await request.mayReplace();
      return ok(mayReplace ? state.outcome : { kind: 'refused', reason: 'changed' });
    },
    removePrevious: async ({ target, folder, previous }: BackupFolder) => {
      state.removed.push(`${target}/${folder}/${previous}`);
      return state.removal;
    },
  };
  const writer = new CopyWriter({
    ...{ registry, verifier, fs, exports, commands, logger },
    settleLeft: async () => undefined,
  });
  const hasOrder = () => state.present !== null;
  const pruner = new BackupPruner({ registry, exports, hasOrder, confirmedClock: clock, logger });
  const service = new CopyService({
    registry,
    verifier,
    fs,
    order: () => state.present,
    pruner,
    commands,
    tighten: async (path) => void state.tightened.push(path),
    showInFolder: (path) => state.shown.push(path),
    home: '',
  });
  service.onDidChange(() => {
    state.changes += 1;
  });
  const services = { registry, verifier, commands, restarted, writer, pruner, service };
  return { ...time, ...services, repository, fs, state, runs, write, lines };
}

/** Lets pending promises settle. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
