import { randomBytes } from 'node:crypto';
import { exposureQuestion } from '../consent/questions.ts';
import { HookService } from '../hooks/hookService.ts';
import { ReceiverConfigService } from '../receiver/receiverConfigService.ts';
import { signingSecretsIn } from '../secrets/secretsById.ts';
import { createHookRepository } from '../storage/hookRepository.ts';
import { createReceiverConfigRepository } from '../storage/receiverConfigRepository.ts';
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
