import {
  type CopyBundle,
  type CopyFile,
  type CopyOutline,
  type CopyRepository,
  failedRunSchema,
  type StoredCopyBundle,
  type StoredIntent,
} from '#main/deployment/copies/copyRecord.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns, jsonOrNull, parsedJson } from './json.ts';
import { chainEndSchema } from './rowSchemas.ts';

type BundleRow = RowOf<
  Omit<CopyBundle, 'files'>,
  {
    readonly agreed: string;
    readonly chainEnd: string | null;
    readonly chainComplete: number;
    readonly autoRefresh: number;
    readonly previous: string | null;
    readonly command: string | null;
    readonly failedRun: string | null;
  }
>;

type FileRow = RowOf<CopyFile, { readonly bundleId: string; readonly hasKey: number; readonly spec: string }>;

/** An array is read in half the time of an object. */
type OutlineRow = readonly [
  orderId: string,
  fingerprint256: string,
  notBefore: number,
  notAfter: number,
  chainEnd: string | null,
  autoRefresh: number,
  failedRun: string | null,
];

const BUNDLES = `
  SELECT id, order_id AS orderId, preset_id AS presetId, target, folder, agreed, fingerprint AS fingerprint256,
    not_before AS notBefore, not_after AS notAfter, chain_end AS chainEnd, chain_complete AS chainComplete,
    written_at AS writtenAt, keep_fresh AS autoRefresh, former AS previous, command, failed_run AS failedRun
  FROM copy_bundles`;
const FILES = `
  SELECT path, bundle_id AS bundleId, name, sha256, size, mode, has_key AS hasKey, spec
  FROM copy_files`;
const BY_BUNDLE = 'ORDER BY bundle_id, position';

/**
 * The registry of exported files in the tables `copy_bundles` and `copy_files`, and what writes are about to put into folders
 * in `copy_intents`. Deleted with their orders.
 */
export function createCopyRepository(database: Database): CopyRepository {
  const selectBundles = database.query<BundleRow>(BUNDLES);
  const selectFiles = database.query<FileRow>(`${FILES} ${BY_BUNDLE}`);
  const bundlesOf = database.query<BundleRow>(
    `${BUNDLES} WHERE order_id IN (SELECT value FROM json_each(?))`,
  );
  const filesOf = database.query<FileRow>(
    `${FILES} WHERE bundle_id IN (SELECT value FROM json_each(?)) ${BY_BUNDLE}`,
  );
  const outlines = database.queryArrays<OutlineRow>(`
    SELECT order_id, fingerprint, not_before, not_after, chain_end, keep_fresh, iif(command IS NULL, NULL, failed_run)
    FROM copy_bundles`);
  const insertBundle = database.prepare(`
    INSERT INTO copy_bundles (id, order_id, preset_id, target, folder, agreed, fingerprint, not_before, not_after,
      chain_end, chain_complete, written_at, keep_fresh, former, command, failed_run)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertFile = database.prepare(`
    INSERT OR REPLACE INTO copy_files (path, bundle_id, position, name, sha256, size, mode, has_key, spec)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM copy_bundles WHERE id = ?');
  const selectIntents = database.query<RowOf<StoredIntent, { readonly bundle: string }>>(
    'SELECT id, bundle FROM copy_intents ORDER BY rowid',
  );
  const insertIntent = database.prepare('INSERT INTO copy_intents (id, order_id, bundle) VALUES (?, ?, ?)');
  const endIntent = database.prepare('DELETE FROM copy_intents WHERE id = ?');
  return {
    intents: () => selectIntents.all().map(({ id, bundle }) => ({ id, bundle: parsedJson(bundle) })),
    intend: (intents) =>
      database.tryWriteEach(intents, ({ id, bundle }) =>
        insertIntent.run(id, bundle.orderId, JSON.stringify(bundle)),
      ),
    all: () => toBundles(selectBundles.all(), selectFiles.all()),
    ofOrders: (orderIds) => {
      const bundles = bundlesOf.all(JSON.stringify(orderIds));
      return toBundles(bundles, filesOf.all(JSON.stringify(bundles.map(({ id }) => id))));
    },
    outlines: () => outlines.all().map(outlineReader()),
    save: (bundles, removed, ended = []) =>
      database.tryWrite(() => {
        for (const id of ended) endIntent.run(id);
        for (const id of removed) remove.run(id);
        // Deletes its files too.
        for (const { id } of bundles) remove.run(id);
        for (const bundle of bundles) {
          const { id, orderId, presetId, target, folder, notBefore, notAfter, writtenAt } = bundle;
          const about = [id, orderId, presetId, target, folder, JSON.stringify(bundle.agreed)];
          const chain = [jsonOrNull(bundle.chainEnd), Number(bundle.chainComplete)];
          const leaf = [bundle.fingerprint256, notBefore, notAfter, ...chain];
          const { previous, command, failedRun } = bundle;
          const json = [previous, command, failedRun].map(jsonOrNull);
          insertBundle.run(...about, ...leaf, writtenAt, Number(bundle.autoRefresh), ...json);
          for (const [position, file] of bundle.files.entries()) {
            const { path, name, sha256, size, mode, hasKey, spec } = file;
            const facts = [name, sha256, size, mode, Number(hasKey), JSON.stringify(spec)];
            insertFile.run(path, id, position, ...facts);
          }
        }
      }),
  };
}

/** Nothing is logged: all rows are read whole later. */
function outlineReader(): (row: OutlineRow) => CopyOutline {
  const columns = new JsonColumns('copy_bundles', null);
  const chainEndOf = columns.reader('chain_end', chainEndSchema);
  const failedRunOf = columns.reader('failed_run', failedRunSchema);
  return ([orderId, fingerprint256, notBefore, notAfter, chainEnd, autoRefresh, failedRun]) => ({
    orderId,
    fingerprint256,
    notBefore,
    notAfter,
    chainEnd: chainEnd === null ? null : (chainEndOf(chainEnd) ?? null),
    autoRefresh: autoRefresh !== 0,
    failedRun: failedRun === null ? null : (failedRunOf(failedRun) ?? null),
  });
}

function toBundles(bundles: readonly BundleRow[], files: readonly FileRow[]): readonly StoredCopyBundle[] {
  const own = Map.groupBy(files, ({ bundleId }) => bundleId);
  return bundles.map((row) => toBundle(row, own.get(row.id) ?? []));
}

function toBundle(
  { agreed, chainEnd, chainComplete, autoRefresh, previous, command, failedRun, ...row }: BundleRow,
  files: readonly FileRow[],
): StoredCopyBundle {
  return {
    ...row,
    agreed: parsedJson(agreed),
    chainEnd: chainEnd === null ? null : parsedJson(chainEnd),
    chainComplete: chainComplete !== 0,
    autoRefresh: autoRefresh !== 0,
    previous: previous === null ? null : parsedJson(previous),
    command: command === null ? null : parsedJson(command),
    failedRun: failedRun === null ? null : parsedJson(failedRun),
    files: files.map(({ bundleId: _, hasKey, spec, ...file }) => ({
      ...file,
      hasKey: hasKey !== 0,
      spec: parsedJson(spec),
    })),
  };
}
