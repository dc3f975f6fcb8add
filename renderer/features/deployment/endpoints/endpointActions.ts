import { bridge } from '#renderer/bridge.ts';
import { translator } from '#renderer/i18n.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import {
  ENDPOINTS_MAX,
  ENDPOINTS_OF_ORDER_MAX,
  type Endpoint,
  type EndpointsAdded,
  hostAndPort,
} from '#shared/domain/endpoint.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import { fieldsOf, newDraft } from './endpointDraft.ts';
import { type SuggestedPlan, suggestedText } from './suggestions.ts';

/** Has endpoints checked now: these, those of these orders, or all with `null`. */
export async function checkNow(
  which: { readonly ids: string[] } | { readonly orderIds: string[] } | null,
): Promise<void> {
  const result = await bridge().calls['endpoints:probe'](which);
  if (!result.ok) showFailure('checkFailed', result.error, wordsNow());
}

/** Adds what an order's names suggest. Says so only when it was not done: the endpoint is to be seen. */
export async function addSuggestion(orderId: string, suggestion: EndpointSuggestion): Promise<void> {
  const result = await bridge().calls['endpoints:add'](fieldsFor(orderId, suggestion));
  if (!result.ok) showFailure('addFailed', result.error, wordsNow());
}

/** Adds what was planned, and says how many are new, and how many had no room after all. */
export async function addPlanned({ adding }: Pick<SuggestedPlan, 'adding'>): Promise<Result<EndpointsAdded>> {
  const result = await bridge().calls['endpoints:addMany'](
    adding.map(({ orderId, suggestion }) => fieldsFor(orderId, suggestion)),
  );
  if (result.ok) showAdded(result.value, wordsNow());
  return result;
}

function showAdded({ added, noRoom }: EndpointsAdded, t: Translate): void {
  const bounds = { most: ENDPOINTS_OF_ORDER_MAX, mostOfAll: ENDPOINTS_MAX };
  const left = noRoom === 0 ? {} : { text: t('places.bulk.noRoom', { count: noRoom, ...bounds }) };
  showToast({
    tone: noRoom === 0 ? 'success' : 'warning',
    title: t('places.bulk.done', { count: added }),
    ...left,
  });
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

function fieldsFor(orderId: string, suggestion: EndpointSuggestion) {
  return { orderId, ...fieldsOf(newDraft(suggestedText(suggestion), suggestion.protocol)) };
}

function showFailure(
  what: 'checkFailed' | 'addFailed' | 'removeFailed' | 'restoreFailed',
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
