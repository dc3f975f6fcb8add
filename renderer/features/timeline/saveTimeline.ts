import { bridge } from '#renderer/bridge.ts';
import { showToast, told } from '#renderer/stores/toastStore.ts';
import type { TimelineFormat } from '#shared/domain/report.ts';

/** Saves the timeline of all orders to a file that the user chooses, and reports the result. */
export async function saveTimeline(format: TimelineFormat): Promise<void> {
  await told(bridge().calls['timeline:save']({ format }), 'timeline.save.failed', (name, t) => {
    if (name !== null) showToast({ tone: 'success', title: t('timeline.save.saved', { name }) });
  });
}
