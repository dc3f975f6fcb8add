import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import type { TimelineFormat } from '#shared/domain/report.ts';

/** Saves the timeline of all orders to a file that the user chooses, and reports the result. */
export async function saveTimeline(format: TimelineFormat): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['timeline:save']({ format });
  if (!result.ok) showFailure(t('timeline.save.failed'), result.error);
  else if (result.value !== null)
    showToast({ tone: 'success', title: t('timeline.save.saved', { name: result.value }) });
}
