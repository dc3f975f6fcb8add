import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Services } from '../services.ts';

/** Handlers of the calls about the receiver, its hooks and the inbox. */
export const webhookCalls = ({ hooks, receiverConfig, receiver, selfTest, inbox }: Services) =>
  ({
    'hooks:add': (draft) => hooks.add(draft),
    'hooks:update': (change) => hooks.update(change),
    'hooks:remove': (id) => hooks.remove(id),
    'hooks:addSecret': ({ id, secret }) => hooks.addSecret(id, secret),
    'hooks:removeSecret': ({ id, secretId }) => hooks.removeSecret(id, secretId),
    'receiver:configure': (config) => receiverConfig.set(config),
    'receiver:chooseTlsFile': (kind) => receiverConfig.chooseTlsFile(kind),
    'receiver:retry': () => receiver.retry(),
    'receiver:test': (request) => selfTest.run(request),
    'inbox:map': ({ deliveryId, orderId }) => inbox.map(deliveryId, orderId),
    'inbox:unmap': (deliveryId) => inbox.unmap(deliveryId),
    'inbox:approve': (deliveryId) => inbox.askToApprove(deliveryId),
    'inbox:recheck': (deliveryId) => inbox.recheck(deliveryId),
    'inbox:discard': (deliveryIds) => inbox.discard(deliveryIds),
  }) satisfies Partial<CallHandlers>;
