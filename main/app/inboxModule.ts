import { randomBytes } from 'node:crypto';
import { signingSecretsIn } from '#main/credentials/secrets/secretsById.ts';
import type { KeychainVault } from '#main/credentials/vault/keychainVault.ts';
import { AuthorityRecords } from '#main/monitoring/authority/authorityRecords.ts';
import { Annotations } from '#main/orders/annotations/annotations.ts';
import { OrderList } from '#main/orders/list/orderList.ts';
import { LeadTimeCache } from '#main/orders/renewals/leadTimeCache.ts';
import { OrderHistories } from '#main/orders/renewals/orderHistories.ts';
import { datedNow } from '#main/platform/confirmedClock.ts';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createAuthorityRepository } from '#main/storage/authorityRepository.ts';
import { createHookRepository } from '#main/storage/hookRepository.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { createReceiverConfigRepository } from '#main/storage/receiverRepositories.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import { HookService } from '#main/webhook/hooks/hookService.ts';
import { createChainCheck } from '#main/webhook/inbox/chainCheck.ts';
import { DeliveryIngest } from '#main/webhook/inbox/deliveryIngest.ts';
import {
  createDeliveryMaterial,
  DeliveryKeys,
  type DeliveryMaterial,
  type MemoryKeys,
} from '#main/webhook/inbox/deliveryKeys.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { InboxService } from '#main/webhook/inbox/inboxService.ts';
import { KeyRetention } from '#main/webhook/inbox/keyRetention.ts';
import { OrderNames } from '#main/webhook/inbox/orderNames.ts';
import { PushOrders } from '#main/webhook/inbox/pushOrders.ts';
import { ReplayWindow } from '#main/webhook/inbox/replayWindow.ts';
import { ReceiverConfigService } from '#main/webhook/receiver/receiverConfigService.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { OrderModule } from './orderModule.ts';
import { createVault, type SecretModule } from './secretModule.ts';

const inboxQuestions = () => import('#main/webhook/inbox/questions.ts');
const receiverQuestions = () => import('#main/webhook/receiver/questions.ts');
export interface InboxModule {
  readonly vault: KeychainVault;
  readonly inbox: InboxService;
  readonly ingest: DeliveryIngest;
  readonly keys: DeliveryKeys;
  readonly pushOrders: PushOrders;
  readonly orderList: OrderList;
  readonly histories: OrderHistories;
  readonly leads: LeadTimeCache;
  readonly annotations: Annotations;
  readonly authorities: AuthorityRecords;
  readonly deliveryMaterial: DeliveryMaterial;
}

/** Creates the store of deliveries and the services that evaluate them. */
export function createInboxModule(
  base: Base,
  secretParts: SecretModule,
  { hooks, receiverConfig }: HookModule,
  { trust }: ConnectionModule,
  { orders, poller }: OrderModule,
): InboxModule {
  const { lifetime, language, askConsent, database, clock, confirmedClock, scheduler, logger, newId } = base;
  const repository = createInboxRepository(database, logger);
  const store = new DeliveryStore(repository, logger);
  const memory: MemoryKeys = new Map();
  const vault = createVault(base, secretParts, () => memory.size);
  const keys = new DeliveryKeys({ repository, vault, memory, store, logger });
  const names = new OrderNames(repository);
  const checkChain = createChainCheck(() => trust.ofPushOnly());
  const pushOrders = new PushOrders({ store, repository, checkChain, clock, confirmedClock, newId });
  const orderList = new OrderList([orders, pushOrders], {
    now: () => datedNow(clock, confirmedClock),
  });
  const histories = new OrderHistories(createSpanRepository(database, logger), () => pushOrders.histories());
  const leads = new LeadTimeCache({ histories, order: (id) => orderList.fact(id), logger });
  const hasOrder = (id: string) => orderList.addedAt(id) !== null;
  const annotations = new Annotations(createAnnotationRepository(database, logger), hasOrder);
  const authorities = new AuthorityRecords(createAuthorityRepository(database, logger));
  for (const overlay of [leads, annotations, authorities]) orderList.add(overlay);
  const inbox = new InboxService({
    confirmApproval: async (delivery) =>
      askConsent((await inboxQuestions()).approvalQuestion(language, delivery)),
    store,
    keys,
    names,
    pushOrders,
    orders,
    orderList,
    poller,
    checkChain,
    clock,
    scheduler,
  });
  lifetime.stop(inbox);
  const replayWindow = new ReplayWindow({ repository, clock, scheduler, logger });
  lifetime.close(replayWindow);
  const ingest = new DeliveryIngest({
    repository,
    store,
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
    store,
    keys,
    config: () => receiverConfig.get(),
    isNeeded: (deliveryId) => pushOrders.isNeeded(deliveryId),
    isIdle: () => ingest.isIdle(),
    clock,
    confirmedClock,
    scheduler,
    logger,
  });
  lifetime.close(retention);
  return {
    vault,
    inbox,
    ingest,
    keys,
    pushOrders,
    orderList,
    histories,
    leads,
    annotations,
    authorities,
    deliveryMaterial: createDeliveryMaterial(store, keys),
  };
}

export type HookModule = ReturnType<typeof createHookModule>;

/** Creates the hooks and the configuration of the receiver. */
export function createHookModule(
  { desktop, language, askConsent, database, clock, newId, logger }: Base,
  { secrets }: SecretModule,
) {
  return {
    hooks: new HookService({
      repository: createHookRepository(database, logger),
      secrets: signingSecretsIn(secrets),
      clock,
      newId,
      randomBytes,
    }),
    receiverConfig: new ReceiverConfigService({
      repository: createReceiverConfigRepository(database),
      chooseTlsFile: (kind) => desktop.dialogs.chooseTlsFile(language.t, kind),
      confirmExposure: async (config) =>
        askConsent((await receiverQuestions()).exposureQuestion(language.t, config)),
      logger,
    }),
  };
}
