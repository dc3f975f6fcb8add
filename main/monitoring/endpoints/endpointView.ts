import { type AddressView, type EndpointView, withRoute } from '#shared/domain/endpoint.ts';
import type { AddressSight, EndpointRecord } from './endpointRecord.ts';
import type { LeafRelations } from './leafRelations.ts';

/** The view of an endpoint for the window. */
export function toEndpointView(
  { endpoint, probedAt, nextProbeAt, error, addresses, omitted }: EndpointRecord,
  relations: LeafRelations,
  probing: boolean,
): EndpointView {
  const views = addresses.map((sight) => toAddressView(sight, endpoint.orderId, relations));
  return { ...endpoint, probing, probedAt, nextProbeAt, error, addresses: views, omitted };
}

/** Whether the last probe found the order's current certificate at every address that this computer can reach. */
export function isInStep({ endpoint, error, addresses }: EndpointRecord, relations: LeafRelations): boolean {
  return (
    error === null &&
    addresses.length > 0 &&
    withRoute(addresses).every(
      (sight) =>
        sight.error === null &&
        sight.served !== null &&
        relations.of(endpoint.orderId, sight.served.fingerprint256) === 'issued',
    )
  );
}

function toAddressView(sight: AddressSight, orderId: string, relations: LeafRelations): AddressView {
  const { served } = sight;
  return { ...sight, relation: served === null ? null : relations.of(orderId, served.fingerprint256) };
}
