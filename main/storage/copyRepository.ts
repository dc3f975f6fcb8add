import type { CopyFile, CopyRepository, StoredCopyBundle } from '#main/deployment/copies/copyRecord.ts';
import type { Database } from './database.ts';
import { jsonOrNull, parsedJson } from './json.ts';

interface BundleColumns {
  readonly id: string;
  readonly order_id: string;
  readonly preset_id: string;
  readonly target: string;
  readonly folder: string;
  readonly agreed: string;
  readonly fingerprint: string;
  readonly not_before: number;
  readonly not_after: number;
  readonly chain_complete: number;
  readonly written_at: number;
  readonly keep_fresh: number;
  readonly switching: string;
  readonly former: string | null;
  readonly command: string | null;
}

interface FileColumns {
  readonly path: string;
  readonly bundle_id: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly mode: number;
  readonly has_key: number;
  readonly spec: string;
}

type StoredFile = StoredCopyBundle['files'][number];

/** The registry of exported files in the tables `copy_bundles` and `copy_files`. Deleted with their orders. */
export function createCopyRepository(database: Database): CopyRepository {
  const selectBundles = database.query<BundleColumns>(`
    SELECT id, order_id, preset_id, target, folder, agreed, fingerprint, not_before, not_after, chain_complete,
      written_at, keep_fresh, switching, former, command
    FROM copy_bundles`);
  const selectFiles = database.query<FileColumns>(`
    SELECT path, bundle_id, name, sha256, size, mode, has_key, spec FROM copy_files ORDER BY bundle_id, position`);
  const insertBundle = database.prepare(`
    INSERT INTO copy_bundles (id, order_id, preset_id, target, folder, agreed, fingerprint, not_before, not_after,
      chain_complete, written_at, keep_fresh, switching, former, command)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertFile = database.prepare(`
    INSERT OR REPLACE INTO copy_files (path, bundle_id, position, name, sha256, size, mode, has_key, spec)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM copy_bundles WHERE id = ?');
  return {
    all: () =>
      database.read(() => {
        const files = new Map<string, StoredFile[]>();
        for (const row of selectFiles.all()) {
          const own = files.get(row.bundle_id) ?? [];
          own.push(toFile(row));
          files.set(row.bundle_id, own);
        }
        const rows = selectBundles.all();
        return rows.map((row) => toBundle(row, files.get(row.id) ?? []));
      }),
    save: (bundles, removed) =>
      database.tryWrite(() => {
        for (const id of removed) remove.run(id);
        // Deletes its files too.
        for (const { id } of bundles) remove.run(id);
        for (const bundle of bundles) {
          const { id, orderId, presetId, target, folder, notBefore, notAfter, writtenAt } = bundle;
          const about = [id, orderId, presetId, target, folder, JSON.stringify(bundle.agreed)];
          const leaf = [bundle.fingerprint256, notBefore, notAfter, Number(bundle.chainComplete)];
          const settings = [
            Number(bundle.autoRefresh),
            bundle.switching,
            jsonOrNull(bundle.previous),
            jsonOrNull(bundle.command),
          ];
          insertBundle.run(...about, ...leaf, writtenAt, ...settings);
          for (const [position, file] of bundle.files.entries())
            insertFile.run(...columnsOf(file, id, position));
        }
      }),
  };
}

function columnsOf(file: CopyFile, bundleId: string, position: number): (string | number)[] {
  const { path, name, sha256, size, mode, hasKey, spec } = file;
  return [path, bundleId, position, name, sha256, size, mode, Number(hasKey), JSON.stringify(spec)];
}

function toFile({ path, name, sha256, size, mode, has_key, spec }: FileColumns): StoredFile {
  return { path, name, sha256, size, mode, hasKey: has_key !== 0, spec: parsedJson(spec) };
}

function toBundle(row: BundleColumns, files: readonly StoredFile[]): StoredCopyBundle {
  return {
    id: row.id,
    orderId: row.order_id,
    presetId: row.preset_id,
    target: row.target,
    folder: row.folder,
    agreed: parsedJson(row.agreed),
    fingerprint256: row.fingerprint,
    notBefore: row.not_before,
    notAfter: row.not_after,
    chainComplete: row.chain_complete !== 0,
    writtenAt: row.written_at,
    autoRefresh: row.keep_fresh !== 0,
    switching: row.switching,
    previous: row.former === null ? null : parsedJson(row.former),
    command: row.command === null ? null : parsedJson(row.command),
    files,
  };
}
