import { describe, expect, it } from 'vitest';
import type { ChannelPorts } from '#main/alerting/events/alertChannel.ts';
import type { EventResults } from '#main/alerting/events/eventTries.ts';
import {
  EventWebhook,
  type EventWebhookConfig,
  WEBHOOK_SECRET_ID,
} from '#main/alerting/events/eventWebhook.ts';
import { questionWords } from '#main/alerting/events/questionWords.ts';
import { webhookHeaders, webhookType } from '#main/alerting/events/standardWebhooks.ts';
import { createAlertValueRepository } from '#main/storage/alertRepositories.ts';
import { alertEventNames } from '#shared/domain/alertEvents.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renewedEvent } from '#test/support/alertEvents.ts';
import { FakeOutboxRepository, fakeOutbox } from '#test/support/fakeOutbox.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openTemporary } from '../../storage/fixtures.ts';

const url = 'https://hooks.example.com/in?key=x';
const stored: EventWebhookConfig = { url, events: ['renewed'], isGone: false };
const secretText = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** What a receiver answers. */
const answered = (status: number, retryAfterMs: number | null = null) => ok({ status, retryAfterMs });

function setUp(
  config: EventWebhookConfig | null = stored,
  results: EventResults | null = null,
  repository: ChannelPorts['stored'] | null = null,
) {
  const { logger, lines } = createRecordingLogger();
  const time = createFakeTime();
  const outbox = new FakeOutboxRepository();
  const secrets = new FakeTokenStore();
  if (config !== null) secrets.tokens.set(WEBHOOK_SECRET_ID, secretText);
  const posts: { url: string; headers: Readonly<Record<string, string>>; body: string; at: number }[] = [];
  const answers = {
    post: answered(204) as Result<{ readonly status: number; readonly retryAfterMs: number | null }>,
    consent: ok(null) as Result<null>,
    /** Happens before the answer. */
    meanwhile: async () => {},
  };
  const saved: (EventWebhookConfig | null)[] = [];
  const kept = { results };
  const asked: (string | undefined)[] = [];
  const copied: string[] = [];
  const webhook = new EventWebhook({
    outbox: fakeOutbox(time, logger, outbox),
    stored: (name, schema) =>
      repository?.(name, schema) ?? {
        load: () => {
          const value = name === 'webhook' ? config : results;
          return value === null ? null : schema.parse(value);
        },
        save: (next) => {
          if (name === 'webhook') saved.push(next as EventWebhookConfig | null);
          else kept.results = next as EventResults | null;
          return ok(null);
        },
      },
    secrets,
    post: async (to, headers, body) => {
      posts.push({ url: to, headers, body, at: time.clock.now() });
      await answers.meanwhile();
      return answers.post;
    },
    ask: async (question) => {
      asked.push(question(questionWords(translatorOf('en'))).facts[0]);
      return answers.consent;
    },
    copySecret: (secret) => {
      copied.push(secret);
      return ok(null);
    },
    randomBytes: (size) => new Uint8Array(size).fill(9),
    clock: time.clock,
    logger,
  });
  webhook.start();
  return { webhook, time, outbox, secrets, posts, answers, saved, kept, asked, copied, lines };
}

describe('the webhook for alerts', () => {
  it('a damaged stored webhook reads as none, and damaged results as nothing sent', () => {
    const database = openTemporary();
    const insert = database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)');
    const viewWith = (config: unknown, results: unknown) => {
      database.write(() => {
        insert.run('alerts.webhook', JSON.stringify(config));
        insert.run('alerts.webhookResults', JSON.stringify(results));
      });
      return setUp(stored, null, (name, schema) =>
        createAlertValueRepository(database, name, schema),
      ).webhook.view();
    };
    const lastTry = { id: '1', at: 5, isTest: false, status: 500, error: null };
    const results = { lastTry, lastFailure: null };
    expect(viewWith(stored, results)).toMatchObject({ ...stored, lastTry: { at: 5 }, lastFailure: null });
    const damaged = ['', [], { ...stored, url: '' }, { ...stored, events: ['other'] }, { url, events: [] }];
    for (const config of damaged) expect(viewWith(config, results), JSON.stringify(config)).toBeNull();
    for (const each of [{ ...results, lastTry: 1 }, { lastTry }])
      expect(viewWith(stored, each), JSON.stringify(each)).toMatchObject({ ...stored, lastTry: null });
  });

  it('says once what it tells less of: another address or secret, fewer events, or nothing', async () => {
    const { webhook } = setUp();
    const events = ['expired', 'renewed'] as const;
    await webhook.set({ url, events: [...events] });
    expect(webhook.takeSilenced()).toEqual([]);
    await webhook.set({ url, events: ['renewed'] });
    expect(webhook.takeSilenced()).toEqual(['alertChannels.webhook.silenced.events']);
    expect(webhook.takeSilenced()).toEqual([]);
    await webhook.set({ url: 'https://hooks.example.com/other', events: ['renewed'] });
    expect(webhook.takeSilenced()).toEqual(['alertChannels.webhook.silenced.removed']);
    await webhook.replaceSecret(null);
    expect(webhook.takeSilenced()).toEqual(['alertChannels.webhook.silenced.secret']);
    await webhook.remove();
    expect(webhook.takeSilenced()).toEqual(['alertChannels.webhook.silenced.removed']);
  });

  it('is set after consent, with a generated secret that can be copied once', async () => {
    const { webhook, secrets, asked, copied, saved } = setUp(null);
    expect(await webhook.set({ url: ` ${url}#part `, events: ['renewed'] })).toEqual(ok(null));
    expect(asked).toEqual(['Address: hooks.example.com/…']);
    expect(saved).toEqual([stored]);
    const secret = secrets.tokens.get(WEBHOOK_SECRET_ID);
    expect(secret).toBe(`whsec_${Buffer.alloc(32, 9).toString('base64')}`);
    expect(JSON.stringify(webhook.view())).not.toContain(secret);
    expect(webhook.view()).toMatchObject({ url, canCopySecret: true });
    expect(await webhook.copySecret()).toEqual(ok(null));
    expect(copied).toEqual([secret]);
    expect(await webhook.copySecret()).toEqual(err({ kind: 'unknownId' }));
    await webhook.set({ url, events: [] });
    expect(asked).toHaveLength(1);
    expect(secrets.tokens.get(WEBHOOK_SECRET_ID)).toBe(secret);
  });

  it.each([
    ['', 'empty'],
    ['hooks.example.com', 'notAUrl'],
    ['http://hooks.example.com', 'httpsOnly'],
    ['http://10.0.0.1/', 'httpsOnly'],
    ['ftp://localhost/', 'httpsOnly'],
    ['https://user:word@hooks.example.com', 'credentialsInUrl'],
  ])('is not set to %s, or without consent', async (text, reason) => {
    const { webhook, answers, saved, asked } = setUp(null);
    expect(await webhook.set({ url: text, events: [] })).toMatchObject({
      error: { field: 'webhookUrl', reason },
    });
    expect(asked).toEqual([]);
    answers.consent = err({ kind: 'consent', reason: 'declined' });
    expect(await webhook.set({ url: 'http://127.0.0.1:8080/in', events: [] })).toBe(answers.consent);
    expect(saved).toEqual([]);
  });

  it('posts only the chosen events, typed and signed', async () => {
    const { webhook, time, posts } = setUp();
    const event = renewedEvent('"\n\u0000😀');
    webhook.send(event);
    webhook.send({ ...event, event: 'overdue' });
    await time.advance(0);
    expect(posts).toHaveLength(1);
    const [{ headers, body, at } = { headers: {}, body: '', at: 0 }] = posts;
    expect(JSON.parse(body)).toEqual({ type: 'certificate.renewed', timestamp: event.at, data: event });
    expect(headers).toEqual({
      'content-type': 'application/json',
      ...webhookHeaders(secretText, '1', at, body),
    });
    expect(webhook.view()?.lastTry).toMatchObject({ status: 204, nextAt: null });
  });

  it('repeats by the schedule with the same id and a new time, and then gives up', async () => {
    const { webhook, time, posts, answers } = setUp();
    answers.post = answered(500);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    expect(webhook.view()?.lastFailure).toMatchObject({ status: 500, nextAt: time.clock.now() + 5000 });
    await time.advance(86_400_000);
    const start = posts[0]?.at ?? 0;
    const minutes = posts.map(({ at }) => Math.round((at - start) / 60_000));
    expect(minutes).toEqual([0, 0, 5, 35, 155, 455, 1055]);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(posts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(7);
    expect(webhook.view()).toMatchObject({ waiting: { count: 0 }, lastFailure: { nextAt: null } });
  });

  it('is left alone for as long as it asks, also with other events, but at most an hour', async () => {
    const { webhook, time, posts, answers } = setUp();
    answers.post = answered(429, 60_000);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    const until = time.clock.now() + 60_000;
    expect(webhook.view()).toMatchObject({ lastFailure: { nextAt: until }, waiting: { nextAt: until } });
    webhook.send(renewedEvent('b'));
    await time.advance(59_999);
    expect(posts).toHaveLength(1);
    answers.post = answered(503, 86_400_000);
    await time.advance(1);
    expect(posts).toHaveLength(2);
    answers.post = answered(204);
    await time.advance(3_600_000 - 1);
    expect(posts).toHaveLength(2);
    await time.advance(1);
    expect(posts).toHaveLength(4);
    expect(webhook.view()?.waiting.count).toBe(0);
  });

  it('gets a test although it asked to be left alone, and all that waits once it takes the test', async () => {
    const { webhook, time, posts, answers } = setUp();
    answers.post = answered(429, Number.MAX_SAFE_INTEGER);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    webhook.send(renewedEvent('b'));
    await time.advance(0);
    webhook.test(renewedEvent('t', true));
    await time.advance(0);
    expect(posts).toHaveLength(2);
    answers.post = answered(204);
    webhook.test(renewedEvent('t', true));
    await time.advance(0);
    expect(posts).toHaveLength(5);
    expect(webhook.view()?.waiting.count).toBe(0);
  });

  it('gets what waits after a restart, whatever it asked before', async () => {
    const { webhook, time, outbox, answers } = setUp();
    answers.post = answered(429, 3_600_000);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    expect([...outbox.items.values()][0]?.nextAt).toBe(time.clock.now() + 5_000);
  });

  it('gets all that waits once it is saved, although it asked to be left alone', async () => {
    const { webhook, time, posts, answers } = setUp();
    answers.post = answered(503, 3_600_000);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    answers.post = answered(204);
    await webhook.set({ url, events: ['renewed'] });
    await time.advance(0);
    expect(posts).toHaveLength(2);
  });

  it('knows the results of the last session', async () => {
    const former = setUp();
    former.answers.post = answered(500);
    former.webhook.send(renewedEvent('a'));
    await former.time.advance(0);
    const { webhook, kept } = setUp(stored, former.kept.results);
    expect(webhook.view()).toMatchObject({
      lastTry: { status: 500, isTest: false, nextAt: null },
      lastFailure: { status: 500 },
    });
    await webhook.remove();
    expect(kept.results).toBeNull();
  });

  it('forgets a failure once that event was sent, but not that of another', async () => {
    const { webhook, time, answers } = setUp();
    answers.post = err({ kind: 'network', reason: 'refused', code: 'ECONNREFUSED' });
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    answers.post = answered(200);
    webhook.send(renewedEvent('b'));
    await time.advance(0);
    expect(webhook.view()?.lastFailure).toMatchObject({ error: { reason: 'refused' } });
    await time.advance(5000);
    expect(webhook.view()?.lastFailure).toBeNull();
  });

  it('is off after a 410, until it is saved again', async () => {
    const { webhook, time, posts, answers, outbox, saved } = setUp();
    answers.post = answered(410);
    webhook.send(renewedEvent('a'));
    webhook.send(renewedEvent('b'));
    await time.advance(86_400_000);
    expect(posts).toHaveLength(1);
    expect(outbox.items.size).toBe(0);
    expect(saved).toEqual([{ ...stored, isGone: true }]);
    webhook.send(renewedEvent('c'));
    expect(webhook.test(renewedEvent('t', true))).toEqual(err({ kind: 'unknownId' }));
    answers.post = answered(200);
    await webhook.set({ url, events: ['renewed'] });
    webhook.send(renewedEvent('d'));
    await time.advance(0);
    expect(posts).toHaveLength(2);
  });

  it('that is gone keeps the events that were chosen during the request', async () => {
    const { webhook, time, answers, saved } = setUp();
    answers.post = answered(410);
    answers.meanwhile = async () => {
      await webhook.set({ url, events: ['expired', 'overdue'] });
    };
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    expect(saved.at(-1)).toEqual({ url, events: ['expired', 'overdue'], isGone: true });
    expect(webhook.view()).toMatchObject({ events: ['expired', 'overdue'], isGone: true });
  });

  it('signs the time at which the keychain gave the secret', async () => {
    const { webhook, time, posts, secrets } = setUp();
    const unlocked = Promise.withResolvers<void>();
    const read = secrets.get.bind(secrets);
    secrets.get = async (id) => {
      await unlocked.promise;
      return await read(id);
    };
    webhook.send(renewedEvent('a'));
    await time.advance(600_000);
    unlocked.resolve();
    await time.advance(0);
    const now = String(Math.floor(time.clock.now() / 1000));
    expect(posts.map(({ headers }) => headers['webhook-timestamp'])).toEqual([now]);
    expect(webhook.view()?.lastTry).toMatchObject({ at: time.clock.now() });
  });

  it('waits while the secret cannot be read, and goes on when it can', async () => {
    const { webhook, time, posts, secrets } = setUp();
    secrets.failure = { kind: 'keychainLocked' };
    webhook.send(renewedEvent('a'));
    await time.advance(3_600_000);
    expect(posts).toEqual([]);
    expect(webhook.view()?.lastTry).toMatchObject({ error: { kind: 'keychainLocked' } });
    secrets.failure = null;
    await webhook.replaceSecret(secretText);
    await time.advance(0);
    expect(posts).toHaveLength(1);
  });

  it('sends a test once, whichever events were chosen', async () => {
    const { webhook, time, posts, answers } = setUp({ ...stored, events: [] });
    answers.post = answered(302);
    expect(webhook.test(renewedEvent('t', true))).toEqual(ok(null));
    expect(webhook.test(renewedEvent('t', true))).toEqual(err({ kind: 'busy' }));
    await time.advance(86_400_000);
    expect(posts).toHaveLength(1);
    expect(webhook.view()).toMatchObject({ lastTry: { isTest: true, status: 302 }, lastFailure: null });
  });

  it('leaves nothing when it is removed', async () => {
    const { webhook, time, answers, outbox, secrets, saved } = setUp();
    answers.post = answered(500);
    webhook.send(renewedEvent('a'));
    await time.advance(0);
    expect(await webhook.remove()).toEqual(ok(null));
    expect(outbox.items.size + secrets.tokens.size).toBe(0);
    expect(saved).toEqual([null]);
    expect(webhook.view()).toBeNull();
    expect(await webhook.replaceSecret(null)).toEqual(err({ kind: 'unknownId' }));
  });

  it('has a dotted type for each event', () => {
    const types = alertEventNames.map(webhookType);
    expect(new Set(types).size).toBe(alertEventNames.length);
    for (const type of types) expect(type).toMatch(/^[a-z]+\.[a-z_]+$/u);
    expect(types).toContain('certificate.to_replace');
  });

  it('logs neither the address nor the secret', async () => {
    const { webhook, time, answers, lines } = setUp();
    answers.post = answered(500);
    webhook.send(renewedEvent('a'));
    await time.advance(86_400_000);
    expect(JSON.stringify(lines)).toContain('not sent');
    for (const secret of ['hooks.example', 'key=x', secretText])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
