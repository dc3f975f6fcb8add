import type { FilesStep } from '#shared/domain/deploymentSteps.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** The state of the exported files in one sentence. */
export function filesText({ kind, affected, all }: FilesStep, t: Translate): string {
  if (kind === 'none') return t('places.steps.noFiles');
  if (all === 1) return t(`places.steps.folder.${kind}`);
  // Either all folders are up to date, or others come first.
  return kind === 'fresh' || affected === all
    ? t(`places.steps.allFolders.${kind}`, { all })
    : t(`places.steps.folders.${kind}`, { count: affected, all });
}
