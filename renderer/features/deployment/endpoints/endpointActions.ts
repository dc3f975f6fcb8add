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

/** Adds suggested endpoints of several orders. Only those that were not added are reported. */
export async function addSuggestions(adding: SuggestedPlan['adding']): Promise<void> {
  const result = await addAll(adding);
  if (!result.ok) fail('addFailed', result.error);
  else if (result.value.noRoom > 0) showAdded(result.value);
}

/** Adds the planned endpoints, and reports how many were added and how many were over the limits. */
export async function addPlanned({ adding }: Pick<SuggestedPlan, 'adding'>): Promise<Result<EndpointsAdded>> {
  const result = await addAll(adding);
  if (result.ok) showAdded(result.value);
  return result;
}

function addAll(adding: SuggestedPlan['adding']): Promise<Result<EndpointsAdded>> {
  return bridge().calls['endpoints:addMany'](
    adding.map(({ orderId, suggestion }) => fieldsFor(orderId, suggestion)),
  );
}

function showAdded({ added, noRoom }: EndpointsAdded): void {
  const t = translateNow();
  const bounds = { most: ENDPOINTS_OF_ORDER_MAX, mostOfAll: ENDPOINTS_MAX };
  const title = t('places.bulk.done', { count: added });
  if (noRoom === 0) showToast({ tone: 'success', title });
  else showToast({ tone: 'warning', title, text: t('places.bulk.noRoom', { count: noRoom, ...bounds }) });
}

/** Removes endpoints at once, and offers to undo it. */
export async function removeEndpoints(endpoints: readonly Endpoint[]): Promise<void> {
  const t = translateNow();
  const ids = endpoints.map(({ id }) => id);
  const [only] = endpoints;
  if (only === undefined) return;
  const result = await bridge().calls['endpoints:remove'](ids);
  if (!result.ok) return fail('removeFailed', result.error);
  const title =
    ids.length === 1
      ? t('places.endpoint.removed', { place: hostAndPort(only) })
      : t('places.endpoint.manyRemoved', { count: ids.length });
  showUndoable({ tone: 'neutral', title }, { call: 'endpoints:restore', args: ids });
}

function fieldsFor(orderId: string, suggestion: EndpointSuggestion) {
  return { orderId, ...fieldsOf(newDraft(suggestedText(suggestion), suggestion.protocol)) };
}

function fail(key: 'addFailed' | 'removeFailed', error: AppError): void {
  showFailure(translateNow()(`places.endpoint.${key}`), error);
}
