import { bridge } from '#renderer/bridge.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import type { TimelineFormat } from '#shared/domain/report.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Saves the timeline of all orders to a file that the user chooses, and reports the result. */
export async function saveTimeline(format: TimelineFormat, t: Translate): Promise<void> {
  const result = await bridge().calls['timeline:save']({ format });
  if (!result.ok) {
    const { title, next } = describeError(result.error, t);
    const text = t('common.sentences', { first: `${title}.`, second: next });
    showToast({ tone: 'danger', title: t('timeline.save.failed'), text });
  } else if (result.value !== null)
    showToast({ tone: 'success', title: t('timeline.save.saved', { name: result.value }) });
}
