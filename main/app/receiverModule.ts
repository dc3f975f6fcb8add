import { createReceiverLogRepository } from '#main/storage/receiverRepositories.ts';
import { localAddresses } from '#main/webhook/receiver/binding.ts';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';
import { Receiver, ReceiverStatus } from '#main/webhook/receiver/receiver.ts';
import { defaultReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import { ReceiverLog } from '#main/webhook/receiver/receiverLog.ts';
import { SelfTest } from '#main/webhook/receiver/selfTest.ts';
import type { ReceiverView } from '#shared/domain/receiver.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { HookModule, InboxModule } from './inboxModule.ts';

export type ReceiverModule = ReturnType<typeof createReceiverModule>;

/** Creates the receiver with its log and self-test. */
export function createReceiverModule(
  { lifetime, language, askConsent, database, clock, confirmedClock, scheduler, random, logger, newId }: Base,
  { hooks, receiverConfig }: HookModule,
  { systemCas }: ConnectionModule,
  { ingest, vault }: InboxModule,
) {
  const receiverLog = new ReceiverLog({
    repository: createReceiverLogRepository(database, logger),
    clock,
    scheduler,
    logger,
  });
  lifetime.close(receiverLog);
  const status = new ReceiverStatus();
  const selfTest = new SelfTest({
    hooks,
    confirmHost: async (target) =>
      askConsent((await import('#main/webhook/receiver/questions.ts')).selfTestQuestion(language.t, target)),
    isOwn: (host, port) => status.isAt(host, port),
    systemCas: () => systemCas.load(),
    clock,
    scheduler,
    newId,
  });
  const slots = new ConnectionSlots(defaultReceiverLimits);
  // Few users have WebHooks, and the first rows do not wait for it.
  const handler = once(async () => {
    const { DeliveryHandler } = await import('#main/webhook/receiver/deliveryHandler.ts');
    return new DeliveryHandler({
      hooks,
      ingest,
      config: () => receiverConfig.get(),
      listening: () => status.listening(),
      clock,
      heardTime: (at) => confirmedClock.heard(at),
      scheduler,
      slots,
      log: receiverLog,
      selfTests: selfTest,
      logger,
    });
  });
  const receiver = new Receiver({
    config: receiverConfig,
    hooks,
    handler,
    status,
    clock,
    scheduler,
    logger,
    random,
    limits: defaultReceiverLimits,
    slots,
    localAddresses,
  });
  lifetime.stop(receiver);
  lifetime.drain('receiver', () => receiver.settled());
  return {
    receiver,
    receiverLog,
    selfTest,
    receiverView: (): ReceiverView => ({
      config: receiverConfig.get(),
      state: status.get(),
      hooks: hooks.list(),
      vault: vault.state(),
    }),
  };
}
