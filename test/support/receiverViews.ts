import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { HookView, ReceiverView } from '#shared/domain/receiver.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** A receiver without any hook. */
export const receiverOff: ReceiverView = {
  config: defaultReceiverConfig,
  state: { kind: 'off' },
  hooks: [],
  vault: { kind: 'empty' },
};

/** An enabled hook with one secret in the keychain, with overrides. */
export function hookView(id: string, change: Partial<HookView> = {}): HookView {
  return {
    id,
    name: `Hook ${id}`,
    path: `/${id}`,
    enabled: true,
    createdAt: 0,
    secrets: [{ id: `${id}-secret`, createdAt: 0, state: { kind: 'keychain' } }],
    lastDeliveryAt: null,
    ...change,
  };
}

/** A delivery of an unknown name at `receivedAt` (Unix ms), with 90 days left, with overrides. */
export function deliveryView(
  id: string,
  receivedAt: number,
  change: Partial<DeliveryView> = {},
): DeliveryView {
  return {
    id,
    receivedAt,
    hookId: 'h1',
    hookName: 'Hook h1',
    orderName: `order of ${id}`,
    task: `task of ${id}`,
    leaf: {
      fingerprint256: `leaf-${id}`,
      subject: `CN=${id}.example.com`,
      commonName: `${id}.example.com`,
      subjectAltNames: [`${id}.example.com`],
      issuer: 'CN=Test CA',
      issuerName: 'Test CA',
      serialNumber: '01',
      keyType: 'EC',
      keyBits: 256,
      curve: 'P-256',
      notBefore: receivedAt,
      notAfter: receivedAt + 90 * DAY_MS,
      isCa: false,
      selfIssued: false,
    },
    serviceNotAfter: '2027-02-18 12:00:00',
    orderId: null,
    verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
    key: 'vault',
    sharesSignature: false,
    ...change,
  };
}
