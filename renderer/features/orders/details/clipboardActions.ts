import { bridge } from '#renderer/bridge.ts';
import { translator } from '#renderer/i18n.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { type AppError, isDeclined } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Lets main put an order's certificate, or its full chain, on the clipboard, and says how that went. */
export async function copyPem(id: string, part: 'leaf' | 'chain'): Promise<void> {
  const result = await bridge().calls['orders:copyPem']({ id, part });
  const t = words();
  if (t === null) return;
  if (result.ok) {
    showToast({ tone: 'success', title: t('common.copied'), text: t(`orders.copy.${part}`) });
    return;
  }
  showFailure(result.error, t);
}

/** Lets main ask whether an order's private key may be copied, and copy it; it never comes here. Says how that went. */
export async function copyKey(id: string): Promise<void> {
  const result = await bridge().calls['orders:copyKey'](id);
  const t = words();
  if (t === null) return;
  if (result.ok) showToast({ tone: 'success', title: t('orders.copy.keyCopied') });
  else if (!isDeclined(result.error)) showFailure(result.error, t);
}

function showFailure(error: AppError, t: Translate): void {
  const { title, next } = describeError(error, t);
  showToast({ tone: 'danger', title: t('orders.copy.failed'), text: `${title}. ${next}` });
}

function words(): Translate | null {
  const app = currentApp();
  return app === null ? null : translator(localeOf(app));
}
