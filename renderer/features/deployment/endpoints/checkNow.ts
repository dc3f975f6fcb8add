import { bridge } from '#renderer/bridge.ts';
import { showFailure, translateNow } from '#renderer/stores/toastStore.ts';

/** Checks endpoints now: those with these ids, those of these orders, or all with `null`. */
export async function checkNow(
  which: { readonly ids: string[] } | { readonly orderIds: string[] } | null,
): Promise<void> {
  const result = await bridge().calls['endpoints:probe'](which);
  if (!result.ok) showFailure(translateNow()('places.endpoint.checkFailed'), result.error);
}
