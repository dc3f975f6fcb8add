import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { alertEventNames } from '#shared/domain/alertEvents.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { addHook, freePort, listening, signingSecret, trustRoot } from '#test/integration/app/receiving.ts';
import { okValue, until } from '#test/integration/app/testApp.ts';
import { writeAge } from '#test/support/ages/openAge.ts';
import { noWish } from './expectations.ts';
import type { Life } from './life.ts';
import { pushRid } from './rids.ts';

/** What the service has when a life begins: names, and the days that are left. */
const beginnings: readonly (readonly [name: string, days: number])[] = [
  ['Shop', -3],
  ['Mail "in" Köln', 2],
  ['API, old', 20],
  ['Blog', 45],
  ['Intranet', 60],
  ['Files', 80],
];

/** Starts the app for the first time in a life. @param age the version whose data it finds; `null`: there is none */
export async function startFirst(life: Life, age: string | null): Promise<void> {
  for (const [index, [name, days]] of beginnings.entries()) await life.issue(`rid-${index}`, name, days);
  if (age !== null) await writeEarlierProfile(life, age);
  await life.start();
  await hearEvents(life);
  await (age === null ? connect(life) : connectAgain(life));
  // From now on all is written by the app, or where the user has it.
  life.written.forget();
  okValue(await life.app.call('receiver:configure', { ...defaultReceiverConfig, port: life.port }));
  life.deliveries.url = `http://127.0.0.1:${life.port}${await hookPath(life)}`;
  await listening(life.app, life.port);
  await life.settle();
}

async function hearEvents({ app, events, secrets }: Life): Promise<void> {
  okValue(await app.call('alerts:setWebhook', { url: `${events.url}/in`, events: [...alertEventNames] }));
  okValue(await app.call('alerts:copyWebhookSecret', null));
  events.use(app.desktop.secretCopied ?? '');
  secrets.add(...events.secrets);
}

/** A connection, and all orders of the service. */
async function connect(life: Life): Promise<void> {
  const { app, service, wishes } = life;
  life.connectionId = await trustRoot(app, service);
  okValue(await app.call('orders:add', { connectionId: life.connectionId, text: service.rids.join('\n') }));
  await untilAsked(life, () => service.rids.every((rid) => app.order(rid)?.lastConfirmedAt != null));
  for (const rid of service.rids) wishes.set(rid, noWish);
}

/** Waits for the orders. On a busy computer the app rests between two evaluations, so that time has to pass. */
async function untilAsked(life: Life, isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < 20 && !isSo(); looks += 1) await life.settle();
  await until(isSo);
}

/** The profile came from another computer, without its keychain. */
async function connectAgain(life: Life): Promise<void> {
  const { app, service, wishes, issued } = life;
  const [connection] = app.seen().connections;
  life.connectionId = connection?.id ?? '';
  for (const row of app.seen().orders.values()) {
    const { alias, tags, note, fingerprint256, notBefore, notAfter } = row;
    wishes.set(serviceKey(row), { alias, tags, note });
    if (fingerprint256 !== null && notBefore !== null && notAfter !== null)
      issued.set(fingerprint256, { notBefore, notAfter });
  }
  okValue(await app.call('connections:setToken', { id: life.connectionId, token: service.token }));
  const asked = ['rid-0', 'rid-1'];
  const hasNow = (rid: string) => app.order(rid)?.fingerprint256 === service.order(rid).fingerprint256;
  await untilAsked(life, () => asked.every(hasNow));
}

/** The path of the WebHook, which has the secret of the service alone. */
async function hookPath({ app }: Life): Promise<string> {
  const [earlier] = app.seen().receiver.hooks;
  if (earlier === undefined) return (await addHook(app)).path;
  const { id, path, secrets } = earlier;
  // The keys of earlier deliveries are lost.
  okValue(await app.call('vault:startOver', null));
  okValue(await app.call('hooks:addSecret', { id, secret: signingSecret }));
  for (const { id: secretId } of secrets) okValue(await app.call('hooks:removeSecret', { id, secretId }));
  return path;
}

/** Writes the data of an earlier version, whose places are those of this life, and the files that it exported. */
async function writeEarlierProfile(life: Life, age: string): Promise<void> {
  const { service, targets, recorder, port } = life;
  const [web = '', mail = ''] = targets;
  const exported = service.order('rid-0').material.certificate;
  await life.renew('rid-0', { days: 60 });
  await life.issue(pushRid(0), pushRid(0), 30);
  mkdirSync(join(web, 'shop'));
  writeFileSync(join(web, 'shop', 'fullchain.pem'), exported);
  const ca = `'office.pem', '${service.caPem}'`;
  const changes: readonly (readonly [from: string, to: string])[] = [
    ["'https://c-1.example', 'office.pem', 'PEM of a CA'", `'${service.baseUrl}', ${ca}`],
    // Lives have one connection.
    [
      "INSERT INTO connections VALUES ('c-2', 'Connection c-2', 'https://c-2.example', NULL, NULL, 1767225600000);",
      '',
    ],
    ["'c-2'", "'c-1'"],
    ["'rid-shop'", "'rid-0'"],
    ["'rid-mail'", "'rid-1'"],
    ["'rid-old'", "'rid-2'"],
    ["'push'", `'${pushRid(0)}'`],
    ['"push"', `"${pushRid(0)}"`],
    ['/etc/nginx/tls', web],
    ['/srv/mail', mail],
    ['["/usr/sbin/nginx","-s","reload"]', JSON.stringify([recorder.program, 'reload'])],
    [
      Buffer.from('file').toString('hex').padEnd(64, '0'),
      createHash('sha256').update(exported).digest('hex'),
    ],
    [', 1234, 420,', `, ${exported.length}, 420,`],
    ["'shop.example', 443", `'127.0.0.1', ${await freePort()}`],
    ['192.0.2.1', '127.0.0.1'],
    ['"port":48443', `"port":${port}`],
  ];
  writeAge(age, join(life.profile, DATABASE_FILE), (sql) =>
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), sql),
  );
}
