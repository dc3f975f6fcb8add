import {
  ENDPOINTS_MAX,
  ENDPOINTS_OF_ORDER_MAX,
  type Endpoint,
  type EndpointView,
  hostAndPort,
} from '#shared/domain/endpoint.ts';
import { type EndpointSuggestion, suggestEndpoints } from '#shared/domain/endpointInput.ts';
import type { OrderRow } from '#shared/domain/order.ts';

/** Whether an endpoint is where a suggestion leads. */
function isThere(suggestion: EndpointSuggestion, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some(
    ({ host, port, protocol, serverName }) =>
      host === suggestion.host &&
      port === suggestion.port &&
      protocol === suggestion.protocol &&
      serverName === null,
  );
}

/** What an order's names suggest and is not there yet; a wildcard is suggested until one of its hosts is there. */
export function openSuggestions(
  { domains }: Pick<OrderRow, 'domains'>,
  endpoints: readonly Endpoint[],
): readonly EndpointSuggestion[] {
  return suggestEndpoints(domains).filter((suggestion) =>
    suggestion.wildcard
      ? !endpoints.some(({ host }) => host.endsWith(`.${suggestion.host}`))
      : !isThere(suggestion, endpoints),
  );
}

/** A suggestion as it is typed. */
export function suggestedText(suggestion: EndpointSuggestion): string {
  if (suggestion.wildcard) return `.${suggestion.host}`;
  return suggestion.protocol === 'tls' && suggestion.port === 443 ? suggestion.host : hostAndPort(suggestion);
}

/** What adding the suggestions of several orders comes to. */
export interface SuggestedPlan {
  readonly adding: readonly { readonly orderId: string; readonly suggestion: EndpointSuggestion }[];
  /** Of how many orders. */
  readonly orders: number;
  /** Suggestions that are there already, wildcards, which need a person, and those beyond the bounds. */
  readonly known: number;
  readonly wildcards: number;
  readonly noRoom: number;
}

/** Plans to add what the names of these orders suggest, within the bounds of an order and of all. */
export function planSuggested(
  orders: readonly Pick<OrderRow, 'id' | 'domains'>[],
  endpoints: readonly EndpointView[],
): SuggestedPlan {
  const byOrder = Map.groupBy(endpoints, ({ orderId }) => orderId);
  const adding: SuggestedPlan['adding'][number][] = [];
  const withSome = new Set<string>();
  let known = 0;
  let wildcards = 0;
  let noRoom = 0;
  for (const { id, domains } of orders) {
    const own = byOrder.get(id) ?? [];
    let room = ENDPOINTS_OF_ORDER_MAX - own.length;
    for (const suggestion of suggestEndpoints(domains)) {
      if (suggestion.wildcard) wildcards += 1;
      else if (isThere(suggestion, own)) known += 1;
      else if (room <= 0 || endpoints.length + adding.length >= ENDPOINTS_MAX) noRoom += 1;
      else {
        adding.push({ orderId: id, suggestion });
        withSome.add(id);
        room -= 1;
      }
    }
  }
  return { adding, orders: withSome.size, known, wildcards, noRoom };
}
