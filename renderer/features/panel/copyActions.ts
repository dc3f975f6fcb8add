import { bridge } from '#renderer/bridge.ts';
import { translator } from '#renderer/i18n.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';

/** Lets main put an order's certificate, or its full chain, on the clipboard, and says how that went. */
export async function copyPem(id: string, part: 'leaf' | 'chain'): Promise<void> {
  const result = await bridge().calls['orders:copyPem']({ id, part });
  const t = words();
  if (t === null) return;
  if (result.ok) {
    showToast({ tone: 'success', title: t('common.copied'), text: t(`orders.copy.${part}`) });
    return;
  }
  const { title, next } = describeError(result.error, t);
  showToast({ tone: 'danger', title: t('orders.copy.failed'), text: `${title}. ${next}` });
}

/**
 * Lets main put an order's private key on the clipboard; it never comes here. Says so also when the question was closed
 * meanwhile. Errors are for the dialog to show.
 */
export async function copyKey(id: string): Promise<Result<null>> {
  const result = await bridge().calls['orders:copyKey'](id);
  if (!result.ok) return result;
  const { dialog } = useViewStore.getState();
  if (dialog.kind === 'copyKey' && dialog.orderId === id) closeDialog();
  const t = words();
  if (t !== null) showToast({ tone: 'success', title: t('orders.copy.keyCopied') });
  return result;
}

function words(): Translate | null {
  const app = currentApp();
  return app === null ? null : translator(localeOf(app));
}
