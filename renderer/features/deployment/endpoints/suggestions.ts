import {
  ENDPOINTS_MAX,
  ENDPOINTS_OF_ORDER_MAX,
  type Endpoint,
  type EndpointView,
  hostAndPort,
} from '#shared/domain/endpoint.ts';
import { type EndpointSuggestion, suggestEndpoints } from '#shared/domain/endpointInput.ts';
import type { OrderRow } from '#shared/domain/order.ts';

function isAdded(suggestion: EndpointSuggestion, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some(
    ({ host, port, protocol, serverName }) =>
      host === suggestion.host &&
      port === suggestion.port &&
      protocol === suggestion.protocol &&
      serverName === null,
  );
}

/** The suggestions of an order that are not yet added. A wildcard is suggested until one of its hosts is added. */
export function openSuggestions(
  { domains }: Pick<OrderRow, 'domains'>,
  endpoints: readonly Endpoint[],
): readonly EndpointSuggestion[] {
  return suggestEndpoints(domains).filter((suggestion) =>
    suggestion.wildcard
      ? !endpoints.some(({ host }) => host.endsWith(`.${suggestion.host}`))
      : !isAdded(suggestion, endpoints),
  );
}

/** A suggestion as the user would type it. A wildcard starts with a dot: the host is still missing. */
export function suggestedText(suggestion: EndpointSuggestion): string {
  if (suggestion.wildcard) return `.${suggestion.host}`;
  return suggestion.protocol === 'tls' && suggestion.port === 443 ? suggestion.host : hostAndPort(suggestion);
}

export type SuggestedPlan = ReturnType<typeof planSuggested>;

/** Plans which suggestions of these orders to add, within the limits per order and in total. */
export function planSuggested(
  orders: readonly Pick<OrderRow, 'id' | 'domains'>[],
  endpoints: readonly EndpointView[],
) {
  const byOrder = Map.groupBy(endpoints, ({ orderId }) => orderId);
  const adding: { readonly orderId: string; readonly suggestion: EndpointSuggestion }[] = [];
  const withSome = new Set<string>();
  // Suggestions that are not added: already added, wildcards (the user must choose a host), over the limits.
  let known = 0;
  let wildcards = 0;
  let noRoom = 0;
  for (const { id, domains } of orders) {
    const own = byOrder.get(id) ?? [];
    let room = ENDPOINTS_OF_ORDER_MAX - own.length;
    for (const suggestion of suggestEndpoints(domains)) {
      if (suggestion.wildcard) wildcards += 1;
      else if (isAdded(suggestion, own)) known += 1;
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
