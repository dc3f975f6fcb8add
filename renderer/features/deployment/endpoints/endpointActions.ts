import { bridge } from '#renderer/bridge.ts';
import { showToast, told, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import {
  ENDPOINTS_MAX,
  ENDPOINTS_OF_ORDER_MAX,
  type Endpoint,
  type EndpointsAdded,
  hostAndPort,
} from '#shared/domain/endpoint.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { Result } from '#shared/result.ts';
import { fieldsOf, newDraft } from './endpointDraft.ts';
import { type SuggestedPlan, suggestedText } from './suggestions.ts';

/** Adds a suggested endpoint. Only a failure is reported: the new endpoint is visible. */
export async function addSuggestion(orderId: string, suggestion: EndpointSuggestion): Promise<void> {
  await told(bridge().calls['endpoints:add'](fieldsFor(orderId, suggestion)), 'places.endpoint.addFailed');
}

/** Adds suggested endpoints of several orders. Only those that were not added are reported. */
export async function addSuggestions(adding: SuggestedPlan['adding']): Promise<void> {
  await told(addAll(adding), 'places.endpoint.addFailed', (added) => {
    if (added.noRoom > 0) showAdded(added);
  });
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
  const ids = endpoints.map(({ id }) => id);
  const [only] = endpoints;
  if (only === undefined) return;
  await told(bridge().calls['endpoints:remove'](ids), 'places.endpoint.removeFailed', (_, t) => {
    const title =
      ids.length === 1
        ? t('places.endpoint.removed', { place: hostAndPort(only) })
        : t('places.endpoint.manyRemoved', { count: ids.length });
    showUndoable({ tone: 'neutral', title }, { call: 'endpoints:restore', args: ids });
  });
}

function fieldsFor(orderId: string, suggestion: EndpointSuggestion) {
  return { orderId, ...fieldsOf(newDraft(suggestedText(suggestion), suggestion.protocol)) };
}
