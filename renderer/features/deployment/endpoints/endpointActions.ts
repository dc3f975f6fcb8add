import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import {
  ENDPOINTS_MAX,
  ENDPOINTS_OF_ORDER_MAX,
  type Endpoint,
  type EndpointsAdded,
  hostAndPort,
} from '#shared/domain/endpoint.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { fieldsOf, newDraft } from './endpointDraft.ts';
import { type SuggestedPlan, suggestedText } from './suggestions.ts';

/** Adds a suggested endpoint. Only a failure is reported: the new endpoint is visible. */
export async function addSuggestion(orderId: string, suggestion: EndpointSuggestion): Promise<void> {
  const result = await bridge().calls['endpoints:add'](fieldsFor(orderId, suggestion));
  if (!result.ok) fail('addFailed', result.error);
}

/** Adds the planned endpoints, and reports how many were added and how many were over the limits. */
export async function addPlanned({ adding }: Pick<SuggestedPlan, 'adding'>): Promise<Result<EndpointsAdded>> {
  const result = await bridge().calls['endpoints:addMany'](
    adding.map(({ orderId, suggestion }) => fieldsFor(orderId, suggestion)),
  );
  if (result.ok) showAdded(result.value);
  return result;
}

function showAdded({ added, noRoom }: EndpointsAdded): void {
  const t = translateNow();
  const bounds = { most: ENDPOINTS_OF_ORDER_MAX, mostOfAll: ENDPOINTS_MAX };
  const title = t('places.bulk.done', { count: added });
  if (noRoom === 0) showToast({ tone: 'success', title });
  else showToast({ tone: 'warning', title, text: t('places.bulk.noRoom', { count: noRoom, ...bounds }) });
}

/** Removes an endpoint at once, and offers to undo it. */
export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['endpoints:remove']([endpoint.id]);
  if (!result.ok) return fail('removeFailed', result.error);
  const title = t('places.endpoint.removed', { place: hostAndPort(endpoint) });
  showUndoable({ tone: 'neutral', title }, { call: 'endpoints:restore', args: [endpoint.id] });
}

function fieldsFor(orderId: string, suggestion: EndpointSuggestion) {
  return { orderId, ...fieldsOf(newDraft(suggestedText(suggestion), suggestion.protocol)) };
}

function fail(key: 'addFailed' | 'removeFailed', error: AppError): void {
  showFailure(translateNow()(`places.endpoint.${key}`), error);
}
