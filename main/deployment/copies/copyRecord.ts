import { isAbsolute, join } from 'node:path';
import { instantSchema } from '#shared/domain/instant.ts';
import { presetDraftSchema } from '#shared/domain/presetDraft.ts';
import type { Result } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import { noWishes, type RestoredFiles, type WrittenBundle } from '../export/exportDestination.ts';

/** One path component, because a directory of this name may be removed later. */
const componentSchema = z.string().regex(/^(?!\.{1,2}$)[^/\\]{1,255}$/u);

/** See `WrittenFile`. */
const fileSchema = z.object({
  name: componentSchema,
  sha256: z.string(),
  size: z.int().nonnegative(),
  mode: z.int().nonnegative(),
  hasKey: z.boolean(),
  /** The preset's file that it was made by, with its own name instead of the template. */
  spec: presetDraftSchema.shape.files.unwrap().element,
});

const chainEndSchema = z.object({ at: instantSchema, name: z.string() }).readonly();

const recordSchema = z.object({
  presetId: z.string(),
  /** Of the leaf in the files, as the next two. */
  fingerprint256: z.string(),
  /** Unix ms, as all times. */
  notBefore: instantSchema,
  notAfter: instantSchema,
  /** Of the chain in the files; `null`: the leaf expires first, or an earlier version wrote them. */
  chainEnd: chainEndSchema.nullable().default(null),
  chainComplete: z.boolean(),
  writtenAt: instantSchema,
  files: z.array(fileSchema).min(1).readonly(),
});

const at = { startedAt: instantSchema };
const endedRunSchema = z.object({
  kind: z.literal('ended'),
  ...at,
  endedAt: instantSchema,
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('exited'), code: z.int() }),
    z.object({ kind: z.literal('signalled'), signal: z.string() }),
    z.object({ kind: z.literal('timedOut') }),
    z.object({ kind: z.literal('notStarted'), code: z.string() }),
  ]),
});
const skippedRunSchema = z.object({ kind: z.literal('skipped'), ...at });

/** A run that failed, as of `ProgramRun`, without the output, which may have secrets. */
const failureSchema = z.discriminatedUnion('kind', [endedRunSchema, skippedRunSchema]);

/** The last run if it failed, or `due`: none since files were written at that time. `before`: the last failure until then. */
export const failedRunSchema = z.discriminatedUnion('kind', [
  endedRunSchema,
  skippedRunSchema,
  z.object({ kind: z.literal('due'), ...at, before: failureSchema.nullable() }),
]);

/** An absolute path, and arguments. */
const commandSchema = z
  .array(z.string())
  .min(1)
  .refine(([program = '']) => isAbsolute(program))
  .readonly();

/** Drops previous files, commands and failed runs that are invalid. */
export const copySchema = recordSchema.extend({
  id: z.string(),
  /** As of `WrittenBundle`, as the next four. */
  orderId: z.string(),
  target: z.string(),
  folder: z.string(),
  agreed: z.array(z.string()).readonly(),
  autoRefresh: z.boolean(),
  /** The backup: a hidden directory in the bundle's folder. `record` is `null` if another program wrote the files. */
  previous: z.object({ directory: componentSchema, record: recordSchema.nullable() }).nullable().catch(null),
  /** Run after an update. */
  command: commandSchema.nullable().catch(null),
  /** The last run of the command, if it failed, or the one that the files wait for. */
  failedRun: failedRunSchema.nullable().catch(null),
  /** `path`: absolute; the links of the chosen folder resolved. */
  files: z
    .array(fileSchema.extend({ path: z.string() }))
    .min(1)
    .readonly(),
});

/** What a write is about to put into a folder, as of `WrittenBundle`; its previous files are known after the write. */
export const intentSchema = z.object({
  ...copySchema.pick({ orderId: true, target: true, folder: true, agreed: true }).shape,
  ...recordSchema.pick({ presetId: true, chainEnd: true, chainComplete: true }).shape,
  leaf: recordSchema.pick({ fingerprint256: true, notBefore: true, notAfter: true }).readonly(),
  previous: z.null(),
  layout: z.array(fileSchema.shape.spec).readonly(),
  files: z
    .array(fileSchema.omit({ spec: true }).readonly())
    .min(1)
    .readonly(),
  wishes: z.object({ autoRefresh: z.boolean().nullable(), command: commandSchema.nullable() }).readonly(),
});

/** The files of one order that one export wrote into a folder. */
export type CopyBundle = Readonly<z.infer<typeof copySchema>>;
export type CopyFile = Readonly<CopyBundle['files'][number]>;
export type FailedRun = Readonly<z.infer<typeof failedRunSchema>>;
/** The registry's record of files before they were replaced. */
export type PreviousRecord = Readonly<z.infer<typeof recordSchema>>;

/** As much of a bundle as the statuses of its order follow from. */
export type CopyOutline = Pick<
  CopyBundle,
  'orderId' | 'fingerprint256' | 'notBefore' | 'notAfter' | 'chainEnd' | 'autoRefresh' | 'failedRun'
>;

/** A bundle as stored, not validated yet. */
export interface StoredCopyBundle extends Readonly<Record<keyof CopyBundle, unknown>> {
  readonly id: string;
  readonly files: readonly unknown[];
}

/** As stored, not validated yet. */
export interface StoredIntent {
  readonly id: string;
  readonly bundle: unknown;
}

export interface CopyRepository {
  /** Throws if the database can't be read. */
  all(): readonly StoredCopyBundle[];
  /** As `all`, of some orders. */
  ofOrders(orderIds: readonly string[]): readonly StoredCopyBundle[];
  /**
   * All bundles in a twentieth of the time of `all`. One that cannot be used can be among them. Throws if the database can't
   * be read.
   */
  outlines(): readonly CopyOutline[];
  /** In the order in which they were stored. Throws if the database can't be read. */
  intents(): readonly StoredIntent[];
  /** Stores, durably, what writes are about to put into folders. Error: `storage`. */
  intend(intents: readonly { readonly id: string; readonly bundle: WrittenBundle }[]): Result<null>;
  /**
   * Adds or replaces bundles and deletes others, in one transaction. Error: `storage`.
   * @param ended ids of intents that are deleted with it
   */
  save(bundles: readonly CopyBundle[], removed: readonly string[], ended?: readonly string[]): Result<null>;
}

/** The paths of a bundle's files. */
export function pathsOf(written: WrittenBundle): readonly string[] {
  return filesOf(written).map(({ path }) => path);
}

/** The files of a bundle at their paths. */
export function filesOf({ target, folder, files, layout }: WrittenBundle): readonly CopyFile[] {
  return files.flatMap((file, index) => {
    const spec = layout[index];
    const path = join(target, folder, file.name);
    return spec === undefined ? [] : [{ ...file, path, spec: { ...spec, name: file.name } }];
  });
}

/** What the registry keeps of files that are replaced. */
export function recordOf(bundle: CopyBundle): PreviousRecord {
  const { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt } = bundle;
  const files = bundle.files.map(({ path: _path, ...file }) => file);
  return { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt, files };
}

/**
 * The bundle after its previous files were restored. Automatic updates are turned off, as they would replace the files at
 * once. Without a matching record the restored files are another program's: the bundle keeps its record, so that they show
 * as changed, and its own files are the backup.
 */
export function afterRestore(bundle: CopyBundle, restored: RestoredFiles, wereOurs: boolean): CopyBundle {
  const previous =
    restored.previous === null
      ? null
      : { directory: restored.previous, record: wereOurs ? recordOf(bundle) : null };
  const record = bundle.previous?.record ?? null;
  if (record === null || !isRecordOf(record, restored.files))
    return { ...bundle, previous, autoRefresh: false };
  return { ...earlierOf(bundle, record), previous, autoRefresh: false };
}

function isRecordOf(record: PreviousRecord, files: RestoredFiles['files']): boolean {
  const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return (
    digests.size === record.files.length &&
    record.files.every(({ name, sha256 }) => digests.get(name) === sha256)
  );
}

/** The bundle as its record of earlier files says. */
export function earlierOf(bundle: CopyBundle, record: PreviousRecord): CopyBundle {
  const files = record.files.map((file) => ({ ...file, path: join(folderOf(bundle), file.name) }));
  return { ...bundle, ...record, files };
}

export function folderOf({ target, folder }: Pick<CopyBundle, 'target' | 'folder'>): string {
  return join(target, folder);
}

/** What a restore of the previous files is about to put into the folder; `null`: the registry does not know that. */
export function restoreIntent(bundle: CopyBundle): WrittenBundle | null {
  const record = bundle.previous?.record ?? null;
  if (record === null) return null;
  const { orderId, target, folder, agreed } = bundle;
  const { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, files } = record;
  return {
    ...{ orderId, presetId, target, folder, agreed, chainEnd, chainComplete },
    previous: null,
    leaf: { fingerprint256, notBefore, notAfter },
    layout: files.map(({ spec }) => spec),
    files: files.map(({ spec: _spec, ...file }) => file),
    wishes: { ...noWishes, autoRefresh: false },
  };
}
