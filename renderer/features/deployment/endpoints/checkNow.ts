import { bridge } from '#renderer/bridge.ts';
import { told } from '#renderer/stores/toastStore.ts';

/** Checks endpoints now: those with these ids, those of these orders, or all with `null`. */
export async function checkNow(
  which: { readonly ids: string[] } | { readonly orderIds: string[] } | null,
): Promise<void> {
  await told(bridge().calls['endpoints:probe'](which), 'places.endpoint.checkFailed');
}
