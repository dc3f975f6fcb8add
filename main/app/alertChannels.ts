import { randomBytes } from 'node:crypto';
import type { AlertChannel, ChannelOutbox } from '#main/alerting/events/alertChannel.ts';
import { AlertCommand } from '#main/alerting/events/alertCommand.ts';
import { EventWebhook, type EventWebhookPorts } from '#main/alerting/events/eventWebhook.ts';
import type { OutboxTarget } from '#main/alerting/events/outbox.ts';
import {
  createAlertCommandRepository,
  createEventWebhookRepository,
  createOutboxRepository,
} from '#main/storage/alertRepositories.ts';
import { err, ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import { createUserPrograms } from './userPrograms.ts';

const questions = () => import('#main/alerting/events/questions.ts');

/** Creates what takes alerts beside the notifications of the desktop, each by its name and all in one list. */
export function createAlertChannels(
  base: Base,
  secrets: EventWebhookPorts['secrets'],
  post: EventWebhookPorts['post'],
) {
  const alertCommand = createAlertCommand(base);
  const eventWebhook = createEventWebhook(base, secrets, post);
  const alertChannels: readonly AlertChannel[] = [alertCommand, eventWebhook];
  for (const channel of alertChannels) {
    base.lifetime.stop(channel);
    base.lifetime.drain(`${channel.id} for alerts`, () => channel.settled());
  }
  return { alertChannels, alertCommand, eventWebhook };
}

function createEventWebhook(
  base: Base,
  secrets: EventWebhookPorts['secrets'],
  post: EventWebhookPorts['post'],
): EventWebhook {
  const { desktop, language, askConsent, database, clock, logger } = base;
  return new EventWebhook({
    outbox: outboxParts(base, 'webhook'),
    repository: createEventWebhookRepository(database),
    secrets,
    post,
    confirm: async (url, former) =>
      askConsent((await questions()).eventWebhookQuestion(language.t, url, former)),
    copySecret: (secret) => {
      if (!desktop.window.isFocused()) return err({ kind: 'consent', reason: 'notFocused' });
      desktop.copySecret(secret);
      return ok(null);
    },
    randomBytes,
    clock,
    logger,
  });
}

function outboxParts(
  { database, clock, confirmedClock, systemTime, scheduler, random, newId, logger }: Base,
  target: OutboxTarget,
): ChannelOutbox {
  return {
    repository: createOutboxRepository(database, target),
    onDidJump: systemTime.onDidJump,
    ...{ clock, confirmedClock, scheduler, random, newId, logger },
  };
}

function createAlertCommand(base: Base): AlertCommand {
  const { language, askConsent, database, clock, logger } = base;
  const { runner, check, place } = createUserPrograms(base);
  return new AlertCommand({
    outbox: outboxParts(base, 'command'),
    repository: createAlertCommandRepository(database),
    run: (words, signal, input) => runner.run(words, signal, input),
    check,
    confirm: async (words) =>
      askConsent((await questions()).alertCommandQuestion(language.t, words, place())),
    clock,
    logger,
  });
}
