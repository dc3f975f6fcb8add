import { bridge } from '#renderer/bridge.ts';
import { showFailure, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { exportParts } from '#shared/domain/export.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';

/** Opens the export with the preset, the files and the folder that are planned. */
export function openPlanned({ id, orderId, presetId, parts }: PlannedDestinationView): void {
  const options = { presetId, parts: new Set(parts ?? exportParts), into: id };
  openDialog({ kind: 'export', orderIds: [orderId], options });
}

/** Removes a planned destination at once, and offers to undo it. */
export async function removePlanned({ id, folder }: PlannedDestinationView): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['planned:remove']([id]);
  if (!result.ok) return showFailure(t('copies.planned.removeFailed'), result.error);
  const content = { tone: 'neutral', title: t('copies.planned.removed', { folder }) } as const;
  showUndoable(content, { call: 'planned:restore', args: [id] });
}
