import { anyOf } from '../certificates/trustAnchors.ts';
import { approvalQuestion } from '../consent/questions.ts';
import { createChainCheck } from '../inbox/chainCheck.ts';
import { InboxKeeper } from '../inbox/deliveryKeeper.ts';
import { DeliveryKeys } from '../inbox/deliveryKeys.ts';
import { createDeliveryMaterial, type DeliveryMaterial } from '../inbox/deliveryMaterial.ts';
import { InboxBook } from '../inbox/inboxBook.ts';
import { InboxService } from '../inbox/inboxService.ts';
import { KeyRetention } from '../inbox/keyRetention.ts';
import { OrderNames } from '../inbox/orderNames.ts';
import { PushOrders } from '../inbox/pushOrders.ts';
import { ReplayWindow } from '../inbox/replayWindow.ts';
import { createInboxRepository } from '../storage/inboxRepository.ts';
import type { KeychainVault } from '../vault/keychainVault.ts';
import type { Base } from './base.ts';
import type { ConnectionParts } from './connectionParts.ts';
import { type EveryOrder, everyOrder } from './everyOrder.ts';
import type { HookParts } from './hookParts.ts';
import type { OrderParts } from './orderParts.ts';
import { composeRenewals, type RenewalParts } from './renewalParts.ts';
import { composeVault, type SecretParts } from './secretParts.ts';

export interface InboxParts extends RenewalParts {
  readonly vault: KeychainVault;
  readonly inbox: InboxService;
  readonly keeper: InboxKeeper;
  readonly keys: DeliveryKeys;
  readonly pushOrders: PushOrders;
  readonly allOrders: EveryOrder;
  readonly deliveryMaterial: DeliveryMaterial;
  readonly replayWindow: ReplayWindow;
  readonly retention: KeyRetention;
}

/** Builds what keeps deliveries, and what decides whether they count. */
export function composeInbox(
  base: Base,
  secretParts: SecretParts,
  { hooks, receiverConfig }: HookParts,
  { connections, trust }: ConnectionParts,
  { orders, poller }: OrderParts,
): InboxParts {
  const { language, askConsent, database, clock, scheduler, logger, newId } = base;
  const repository = createInboxRepository(database);
  const book = new InboxBook(repository.load());
  const vault = composeVault(base, secretParts, () => keys.memoryCount());
  const keys = new DeliveryKeys({ repository, vault, book, logger });
  const names = new OrderNames(repository);
  // A private authority is one that the person gave to a connection.
  const everyAnchor = () => [
    trust.anchorsFor(null),
    ...connections.list().map(({ id }) => trust.anchorsFor(connections.find(id))),
  ];
  const checkChain = createChainCheck({
    anchorsOf: (certificate) => anyOf([...new Set(everyAnchor())]).anchorsOf(certificate),
  });
  const pushOrders = new PushOrders({ book, repository, checkChain, clock, newId });
  const renewals = composeRenewals(base, orders, pushOrders);
  const inbox = new InboxService({
    confirmApproval: (delivery) => askConsent(approvalQuestion(language, delivery)),
    book,
    repository,
    keys,
    names,
    pushOrders,
    orders,
    askFor: (ids) => poller.syncNow(ids),
    checkChain,
    clock,
    scheduler,
    logger,
  });
  const replayWindow = new ReplayWindow({ repository, clock, scheduler, logger });
  const keeper = new InboxKeeper({
    repository,
    book,
    window: replayWindow,
    keys,
    vault,
    hooks,
    isMapped: (hookId, name) => inbox.isMapped(hookId, name),
    clock,
    scheduler,
    newId,
  });
  const retention = new KeyRetention({
    repository,
    book,
    keys,
    config: () => receiverConfig.get(),
    isNeeded: (deliveryId) => pushOrders.isNeeded(deliveryId),
    isIdle: () => keeper.isIdle(),
    clock,
    scheduler,
    logger,
  });
  return {
    vault,
    inbox,
    keeper,
    keys,
    pushOrders,
    ...renewals,
    allOrders: everyOrder(orders, pushOrders, renewals.leads),
    deliveryMaterial: createDeliveryMaterial(book, keys),
    replayWindow,
    retention,
  };
}
