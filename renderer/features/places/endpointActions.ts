import { bridge } from '#renderer/bridge.ts';
import { translator } from '#renderer/i18n.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { type Endpoint, hostAndPort } from '#shared/domain/endpoint.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import { fieldsOf, newDraft } from './endpointDraft.ts';
import { type SuggestedPlan, suggestedText } from './suggestions.ts';

/** Has endpoints checked now: these, those of these orders, or all with `null`. */
export function checkNow(which: { readonly ids: string[] } | { readonly orderIds: string[] } | null): void {
  void bridge().calls['endpoints:probe'](which);
}

/** Adds what an order's names suggest. Says so only when it was not done: the endpoint is to be seen. */
export async function addSuggestion(orderId: string, suggestion: EndpointSuggestion): Promise<void> {
  const result = await add(orderId, suggestion);
  if (!result.ok) showFailure('addFailed', result.error, wordsNow());
}

/**
 * Adds what was planned, one after the other, and tells how many are done. Ends at the first that main refuses.
 * Gives how many were added, and why not all.
 */
export async function addPlanned(
  { adding }: Pick<SuggestedPlan, 'adding'>,
  onProgress: (done: number) => void,
): Promise<{ readonly added: number; readonly error: AppError | null }> {
  let added = 0;
  for (const { orderId, suggestion } of adding) {
    const result = await add(orderId, suggestion);
    // Somebody else was quicker: it is there, as it should be.
    const isThere =
      !result.ok && result.error.kind === 'invalidInput' && result.error.reason === 'alreadyExists';
    if (!result.ok && !isThere) return { added, error: result.error };
    added += 1;
    onProgress(added);
  }
  return { added, error: null };
}

/** Removes an endpoint at once and offers the way back. */
export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  const t = wordsNow();
  const result = await bridge().calls['endpoints:remove']([endpoint.id]);
  if (!result.ok) return showFailure('removeFailed', result.error, t);
  showToast({
    tone: 'neutral',
    title: t('places.endpoint.removed', { place: hostAndPort(endpoint) }),
    action: { label: t('orders.action.undo'), run: () => void restore(endpoint.id, t) },
  });
}

async function restore(id: string, t: Translate): Promise<void> {
  const result = await bridge().calls['endpoints:restore']([id]);
  if (!result.ok) showFailure('restoreFailed', result.error, t);
}

function add(orderId: string, suggestion: EndpointSuggestion): Promise<Result<string>> {
  const draft = newDraft(suggestedText(suggestion), suggestion.protocol);
  return bridge().calls['endpoints:add']({ orderId, ...fieldsOf(draft) });
}

function showFailure(
  what: 'addFailed' | 'removeFailed' | 'restoreFailed',
  error: AppError,
  t: Translate,
): void {
  const { title, next } = describeError(error, t);
  showToast({ tone: 'danger', title: t(`places.endpoint.${what}`), text: `${title}. ${next}` });
}

function wordsNow(): Translate {
  const app = currentApp();
  if (app === null) throw new Error('an endpoint is acted on before any is known');
  return translator(localeOf(app));
}
