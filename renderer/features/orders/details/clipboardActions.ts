import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { isDeclined } from '#shared/errors.ts';

/** Has main copy the certificate of an order, or its full chain, to the clipboard. */
export async function copyPem(id: string, part: 'leaf' | 'chain'): Promise<void> {
  const result = await bridge().calls['orders:copyPem']({ id, part });
  const t = translateNow();
  if (result.ok) showToast({ tone: 'success', title: t('common.copied'), text: t(`orders.copy.${part}`) });
  else showFailure(t('orders.copy.failed'), result.error);
}

/** Has main copy the private key of an order after asking the user. The key never comes to the renderer. */
export async function copyKey(id: string): Promise<void> {
  const result = await bridge().calls['orders:copyKey'](id);
  const t = translateNow();
  if (result.ok) showToast({ tone: 'success', title: t('orders.copy.keyCopied') });
  else if (!isDeclined(result.error)) showFailure(t('orders.copy.failed'), result.error);
}
