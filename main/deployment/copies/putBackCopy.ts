import { ok, type Result } from '#shared/result.ts';
import type { PutBackFiles } from '../export/exportDestination.ts';
import type { ExportService } from '../export/exportService.ts';
import type { PutBackOutcome } from '../export/putBack.ts';
import type { CopyBundle, FormerCopy } from './copyRecord.ts';
import { lookAtBundle } from './lookAtBundle.ts';
import type { LookFs } from './lookAtFile.ts';
import { mayOverwrite, type Overwrite } from './refreshCopies.ts';

/** Who moves kept files. */
export type FormerFiles = Pick<ExportService, 'putBack' | 'removeFormer'>;

/** `wereOurs`: the files that were replaced were those that the register knew. */
export type PutBackEnd =
  | { readonly kind: 'putBack'; readonly back: PutBackFiles; readonly wereOurs: boolean }
  | Exclude<PutBackOutcome, { readonly kind: 'putBack' }>;

/** Puts the former files of a bundle back. Error: `busy`. */
export async function putBackCopy(
  bundle: CopyBundle,
  { directory }: FormerCopy,
  overwrite: Overwrite,
  fs: LookFs,
  formers: Pick<FormerFiles, 'putBack'>,
): Promise<Result<PutBackEnd>> {
  let wereOurs = false;
  const { target, folder, switching, agreed } = bundle;
  const outcome = await formers.putBack({
    target,
    folder,
    names: bundle.files.map(({ name }) => name),
    switching,
    former: directory,
    agreed,
    mayReplace: async () => {
      const findings = [...(await lookAtBundle(fs, bundle, null)).values()].map(({ finding }) => finding);
      wereOurs = mayOverwrite(findings, 'untouched');
      return mayOverwrite(findings, overwrite);
    },
  });
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  if (value.kind !== 'putBack') return ok(value);
  return ok({ kind: 'putBack', back: value, wereOurs });
}
