import { basename } from 'node:path';
import type { PresetSwitching } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';
import type { PutBackFiles } from './exportDestination.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { fileRefusal, targetRefusal } from './targetRefusal.ts';

/** A bundle whose former files are to come back. */
export interface PutBackWish {
  /** The folder that was once chosen, as `WrittenBundle` has it: an absolute path without links. */
  readonly target: string;
  readonly folder: string;
  /** Of the files that are there now. */
  readonly names: readonly string[];
  readonly switching: PresetSwitching;
  /** Name of the directory with the former files, as `WrittenBundle` has it. */
  readonly former: string;
  /** What a person agreed to of the target; anything else about it is a refusal. */
  readonly agreed: readonly string[];
  /** Looks at the files that are there once their versions are noted; whether they may be replaced. */
  readonly mayReplace: () => Promise<boolean>;
}

export type PutBackOutcome =
  | ({ readonly kind: 'putBack' } & PutBackFiles)
  | { readonly kind: 'failed'; readonly error: AppError }
  /** `changed`: `mayReplace` said no. `targetAsks`: there is something new about the target that a person would be asked. */
  | { readonly kind: 'refused'; readonly reason: 'changed' | 'targetAsks' };

/** Swaps the files of a bundle with the ones that they replaced. Nobody else may export meanwhile. */
export async function putBack(
  wish: PutBackWish,
  { folderDestination, turns }: Pick<ExportServicePorts, 'folderDestination' | 'turns'>,
): Promise<PutBackOutcome> {
  const { target, folder, switching, names, former } = wish;
  const destination = folderDestination(target);
  const files = names.map((name) => ({ name, content: null, secret: false, mode: 0o600 }));
  // A destination knows bundles by their order, and this is the only one.
  const bundle = { orderId: '', folder, switching, files };
  const review = await destination.review([bundle]);
  if (!review.ok) return failed(review.error);
  const refused = targetRefusal(destination, review.value.warnings, wish);
  if (refused !== null) return refused;
  const found = review.value.orders.get(bundle.orderId);
  if (found?.ok === false) return failed(found.error);
  if (!(await wish.mayReplace())) return { kind: 'refused', reason: 'changed' };
  const done = await turns.run(() => destination.putBack(bundle, former));
  return done.ok ? { kind: 'putBack', ...done.value } : failed(done.error);
}

/** Which kept files are to be removed. */
export interface RemoveFormerWish extends Pick<PutBackWish, 'target' | 'folder'> {
  /** Name of the directory with the former files. */
  readonly directory: string;
}

/** Removes kept files that nobody wants back. That they are gone is no failure. Error: `fileSystem`. */
export async function removeFormer(
  { target, folder, directory }: RemoveFormerWish,
  { folderDestination, turns }: Pick<ExportServicePorts, 'folderDestination' | 'turns'>,
): Promise<Result<null>> {
  const destination = folderDestination(target);
  const review = await destination.review([]);
  if (!review.ok) return review;
  if (destination.root() !== target) return err(fileRefusal(basename(target), 'symlink'));
  return turns.run(() => destination.removeFormer(folder, directory));
}

function failed(error: AppError): PutBackOutcome {
  return { kind: 'failed', error };
}
