import { bridge } from '#renderer/bridge.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import type { ReportFormat } from '#shared/domain/report.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Puts a report of all orders on the clipboard, as it is pasted into a ticket, and says so. */
export async function copyReport(t: Translate): Promise<void> {
  const result = await bridge().calls['report:copy']({ format: 'markdown' });
  if (!result.ok) return showFailure(result.error, t);
  showToast({ tone: 'success', title: t('places.report.copied'), text: t('places.report.copiedText') });
}

/** Writes a report of all orders where the person says, and tells what came of it; a closed dialog tells nothing. */
export async function saveReport(format: ReportFormat, t: Translate): Promise<void> {
  const result = await bridge().calls['report:save']({ format });
  if (!result.ok) showFailure(result.error, t);
  else if (result.value !== null)
    showToast({ tone: 'success', title: t('places.report.saved', { name: result.value }) });
}

function showFailure(error: AppError, t: Translate): void {
  const { title, next } = describeError(error, t);
  const text = t('common.sentences', { first: `${title}.`, second: next });
  showToast({ tone: 'danger', title: t('places.report.failed'), text });
}
