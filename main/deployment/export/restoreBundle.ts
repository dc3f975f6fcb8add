import { basename } from 'node:path';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import type { RestoredFiles, WrittenBundle } from './exportDestination.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { fileError } from './fileErrors.ts';
import { targetRefusal } from './prepareExport.ts';

/** A written bundle whose previous files are to be restored. */
export interface RestoreRequest extends Pick<WrittenBundle, 'target' | 'folder' | 'agreed'> {
  readonly names: readonly string[];
  /** Name of the directory with the previous files. */
  readonly previous: string;
  /** Whether the current files may be replaced; called once their versions are known. */
  readonly mayReplace: () => Promise<boolean>;
}

export type RestoreOutcome = WriteResult<'written' | 'refused' | 'failed', RestoredFiles>;

export async function restoreBundle(
  request: RestoreRequest,
  { folderDestination, writeQueue }: Pick<ExportServicePorts, 'folderDestination' | 'writeQueue'>,
): Promise<RestoreOutcome> {
  const { target, folder, names, previous } = request;
  const destination = folderDestination(target);
  const files = names.map((name) => ({ name, content: null, secret: false, mode: 0o600 }));
  // The order id only tells bundles of one destination apart.
  const bundle = { orderId: '', folder, files };
  const review = await destination.review([bundle]);
  if (!review.ok) return failed(review.error);
  const refused = targetRefusal(destination, review.value.warnings, request);
  if (refused !== null) return refused;
  const found = review.value.orders.get(bundle.orderId);
  if (found?.ok === false) return failed(found.error);
  if (!(await request.mayReplace())) return { kind: 'refused', reason: 'changed' };
  const restored = await writeQueue.run(() => destination.restore(bundle, previous));
  return restored.ok ? { kind: 'written', ...restored.value } : failed(restored.error);
}

export type BackupFolder = Pick<RestoreRequest, 'target' | 'folder' | 'previous'>;

/** Removes previous files, if they exist. Error: `fileSystem`. */
export async function removePreviousFiles(
  { target, folder, previous }: BackupFolder,
  { folderDestination, writeQueue }: Pick<ExportServicePorts, 'folderDestination' | 'writeQueue'>,
): Promise<Result<null>> {
  const destination = folderDestination(target);
  const review = await destination.review([]);
  if (!review.ok) return review;
  if (destination.root() !== target) return err(fileError('symlink', basename(target)));
  return writeQueue.run(() => destination.removePrevious(folder, previous));
}

function failed(error: AppError): RestoreOutcome {
  return { kind: 'failed', error };
}
