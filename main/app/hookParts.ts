import { randomBytes } from 'node:crypto';
import { signingSecretsIn } from '#main/credentials/secrets/secretsById.ts';
import { exposureQuestion } from '#main/platform/consent/questions.ts';
import { createHookRepository } from '#main/storage/hookRepository.ts';
import { createReceiverConfigRepository } from '#main/storage/receiverConfigRepository.ts';
import { HookService } from '#main/webhook/hooks/hookService.ts';
import { ReceiverConfigService } from '#main/webhook/receiver/receiverConfigService.ts';
import type { Base } from './base.ts';
import { fileDialogWords } from './fileDialogWords.ts';
import type { SecretParts } from './secretParts.ts';

export interface HookParts {
  readonly hooks: HookService;
  readonly receiverConfig: ReceiverConfigService;
}

/** Builds the hooks, and how the receiver is to listen for them. */
export function composeHooks(
  { desktop, language, askConsent, database, clock, newId, logger }: Base,
  { secrets }: SecretParts,
): HookParts {
  return {
    hooks: new HookService({
      repository: createHookRepository(database),
      secrets: signingSecretsIn(secrets),
      clock,
      newId,
      randomBytes,
    }),
    receiverConfig: new ReceiverConfigService({
      repository: createReceiverConfigRepository(database),
      chooser: { chooseTlsFile: (kind) => desktop.dialogs.chooseTlsFile(fileDialogWords(language), kind) },
      confirmExposure: (config) => askConsent(exposureQuestion(language.t, config)),
      logger,
    }),
  };
}
