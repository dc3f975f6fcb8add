import type { ExportJobView } from '#shared/domain/export.ts';
import type { ExportJob } from './exportJob.ts';

/** What the window shows of a job as it stands now. */
export function viewOf(job: ExportJob): ExportJobView {
  const { id, phase, container, presetId, needsPassphrase, target, warnings } = job;
  const { asksToAccept, completed, error } = job;
  const items = job.items.map(({ view }) => ({ ...view }));
  const cancelled = items.some(({ state }) => state === 'cancelled');
  const shown = { id, phase, container, presetId, needsPassphrase };
  return { ...shown, target, warnings, asksToAccept, items, completed, cancelled, error };
}
