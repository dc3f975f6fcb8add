import type { FilesStep } from '#shared/domain/deploymentSteps.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** The state of the exported files in one sentence. */
export function filesText({ kind, affected, all }: FilesStep, t: Translate): string {
  if (kind === 'none') return t('places.steps.noFiles');
  return all === 1
    ? t(`places.steps.folder.${kind}`)
    : t(`places.steps.folders.${kind}`, { count: affected, all });
}
