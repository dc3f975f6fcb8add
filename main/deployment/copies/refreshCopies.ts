import type { CopyRefresh } from '#shared/domain/copy.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ExportService } from '../export/exportService.ts';
import type { RewriteOutcome, RewriteWish } from '../export/rewriteBundle.ts';
import type { CopyBundle } from './copyRecord.ts';
import { asksForPassphrase } from './copyView.ts';
import { lookAtBundle } from './lookAtBundle.ts';
import type { Finding, LookFs } from './lookAtFile.ts';

/** Who writes. */
export type Rewriter = Pick<ExportService, 'rewrite'>;

/**
 * What may be written over. `ours`: files that are as they were written, or gone. `untouched`: as they were written
 * alone, for nobody was asked. `anything`: a person said so.
 */
export type Overwrite = 'ours' | 'untouched' | 'anything';

/** Whether files with these findings may be written over. */
export function mayOverwrite(findings: Iterable<Finding>, overwrite: Overwrite): boolean {
  if (overwrite === 'anything') return true;
  for (const finding of findings) {
    if (finding === 'changed' || finding === 'unreadable') return false;
    if (finding === 'missing' && overwrite === 'untouched') return false;
  }
  return true;
}

/** Reads every file of a bundle again, whatever an earlier look found, and says whether it may be written over. */
export async function isOverwritable(fs: LookFs, bundle: CopyBundle, overwrite: Overwrite): Promise<boolean> {
  const sights = await lookAtBundle(fs, bundle, null);
  const findings = [...sights.values()].map(({ finding }) => finding);
  return mayOverwrite(findings, overwrite);
}

/**
 * Writes bundles anew with what their orders have now. Those that take a passphrase are left alone. Error: `busy`.
 * @param reviewed fingerprint of a leaf that a person has reviewed; `null`: none
 * @returns what became of each, in their order
 */
export async function refreshCopies(
  bundles: readonly CopyBundle[],
  overwrite: Overwrite,
  reviewed: string | null,
  fs: LookFs,
  rewriter: Rewriter,
): Promise<Result<readonly CopyRefresh[]>> {
  const written = bundles.filter((bundle) => !asksForPassphrase(bundle));
  const wishes = written.map((bundle) => ({
    ...wishOf(bundle, () => isOverwritable(fs, bundle, overwrite)),
    isUnattended: overwrite === 'untouched',
    reviewed,
  }));
  const outcomes = await rewriter.rewrite(wishes);
  if (!outcomes.ok) return outcomes;
  const byId = new Map(written.map(({ id }, index) => [id, outcomes.value[index]]));
  return ok(bundles.map(({ id }) => refreshOf(id, byId.get(id))));
}

function wishOf(
  bundle: CopyBundle,
  mayReplace: () => Promise<boolean>,
): Omit<RewriteWish, 'isUnattended' | 'reviewed'> {
  const { orderId, presetId, target, folder, agreed, chainComplete, notAfter, switching } = bundle;
  const files = bundle.files.map(({ spec }) => spec);
  const place = { orderId, presetId, target, folder, files, switching };
  return { ...place, agreed, chainComplete, notAfter, mayReplace };
}

function refreshOf(id: string, outcome: RewriteOutcome | undefined): CopyRefresh {
  if (outcome === undefined) return { id, kind: 'needsPassphrase' };
  return outcome.kind === 'written'
    ? { id, kind: 'refreshed', proof: outcome.proof, run: null }
    : { id, ...outcome };
}
