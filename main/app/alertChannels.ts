import { randomBytes } from 'node:crypto';
import type { AlertChannel, ChannelPorts, SignedChannel } from '#main/alerting/events/alertChannel.ts';
import { AlertCommand } from '#main/alerting/events/alertCommand.ts';
import type { AlertEventJson } from '#main/alerting/events/alertEventSchema.ts';
import { EventWebhook } from '#main/alerting/events/eventWebhook.ts';
import { createAlertValueRepository, createOutboxRepository } from '#main/storage/alertRepositories.ts';
import type { AlertChannelId, AlertChannelViews, SignedChannelId } from '#shared/domain/alertChannels.ts';
import { err, ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import { createUserPrograms } from './userPrograms.ts';

/** The channels, each by its id. */
type Channels = {
  readonly [Id in AlertChannelId]: AlertChannel<Id> & (Id extends SignedChannelId ? SignedChannel : unknown);
};

export type AlertChannels = ReturnType<typeof createAlertChannels>;

/** Creates what takes alerts beside the notifications of the desktop. */
export function createAlertChannels(
  base: Base,
  secrets: ChannelPorts['secrets'],
  post: ChannelPorts['post'],
) {
  const portsOf = channelPorts(base, secrets, post);
  const byId: Channels = {
    command: new AlertCommand(portsOf('command')),
    webhook: new EventWebhook(portsOf('webhook')),
  };
  const all: readonly AlertChannel[] = Object.values(byId);
  for (const channel of all) {
    base.lifetime.stop(channel);
    base.lifetime.drain(`${channel.id} for alerts`, () => channel.settled());
  }
  return {
    byId,
    all,
    /** Whether one of them takes events. */
    isOpen: () => all.some((channel) => channel.isOpen),
    send: (event: AlertEventJson) => {
      for (const channel of all) channel.send(event);
    },
    start: () => {
      for (const channel of all) channel.start();
    },
    views: () =>
      Object.fromEntries(
        all.flatMap((channel) => {
          const view = channel.view();
          return view === null ? [] : [[channel.id, view]];
        }),
      ) as AlertChannelViews,
    secretIds: () => all.flatMap((channel) => channel.secretIds()),
  };
}

function channelPorts(base: Base, secrets: ChannelPorts['secrets'], post: ChannelPorts['post']) {
  const { desktop, language, askConsent, database, logger } = base;
  const { clock, confirmedClock, systemTime, scheduler, random, newId } = base;
  const { runner, check, place } = createUserPrograms(base);
  return (id: AlertChannelId): ChannelPorts => ({
    outbox: {
      repository: createOutboxRepository(database, id, logger),
      onDidJump: systemTime.onDidJump,
      onDidCompare: systemTime.onDidCompare,
      clock,
      confirmedClock,
      scheduler,
      random,
      newId,
      logger,
    },
    stored: (name, schema) => createAlertValueRepository(database, name, schema),
    ask: async (question) => {
      const { questionWords } = await import('#main/alerting/events/questionWords.ts');
      return await askConsent(question(questionWords(language.t)));
    },
    commands: { run: (words, signal, input) => runner.run(words, signal, input), check, place },
    copySecret: (secret) => {
      if (!desktop.window.isFocused()) return err({ kind: 'consent', reason: 'notFocused' });
      desktop.copySecret(secret);
      return ok(null);
    },
    secrets,
    post,
    randomBytes,
    clock,
    logger,
  });
}
