import {
  addressesNow,
  addressStatus,
  type PlaceStatus,
  placeStatuses,
  uncheckedSince,
} from '#shared/domain/conditions/places.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';

/** Addresses of one endpoint with the same status and certificate. */
export interface AddressGroup {
  readonly status: PlaceStatus;
  readonly addresses: readonly AddressView[];
  /** The address that stands for the group: the one that has been in this state for the longest time. */
  readonly shown: AddressView;
  /** When `shown` was last seen `current`, if its last check is too old to know; otherwise `null`. */
  readonly uncheckedSince: number | null;
}

/** Groups the addresses of an endpoint at `now` (Unix ms): the worst status first, then the smallest group. */
export function addressGroups(
  endpoint: Pick<EndpointView, 'addresses' | 'error' | 'intervalMinutes'>,
  now: number,
): readonly AddressGroup[] {
  const groups = new Map<string, { readonly status: PlaceStatus; readonly addresses: AddressView[] }>();
  for (const address of addressesNow(endpoint)) {
    const status = addressStatus(address, endpoint, now);
    const { served, relation, error } = address;
    const key = JSON.stringify([status, served?.fingerprint256, served?.findings, relation, error]);
    const group = groups.get(key) ?? { status, addresses: [] };
    group.addresses.push(address);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ status, addresses }) => ({ status, addresses, shown: longest(addresses) }))
    .flatMap(({ shown, ...group }) =>
      shown === undefined ? [] : [{ ...group, shown, uncheckedSince: uncheckedSince(shown, group.status) }],
    )
    .sort(
      (a, b) =>
        placeStatuses.indexOf(a.status) - placeStatuses.indexOf(b.status) ||
        a.addresses.length - b.addresses.length,
    );
}

function longest(addresses: readonly AddressView[]): AddressView | undefined {
  const since = ({ error, errorSince, servedSince }: AddressView) =>
    (error === null ? servedSince : errorSince) ?? Number.POSITIVE_INFINITY;
  return addresses.toSorted((a, b) => since(a) - since(b))[0];
}
