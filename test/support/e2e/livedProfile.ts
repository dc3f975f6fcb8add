import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createServer, type Server } from 'node:tls';
import { expect, vi } from 'vitest';
import type { AlertEventJson } from '#main/alerting/events/alertEventSchema.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { OrderSpec } from '#test/service/orderBook.ts';
import { addRevoked, beginWithEarlierData, damageRow, earlier } from './livedParts.ts';
import { answerConsent } from './nativeDialogs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from './notAfterApp.ts';
import { type HookAccess, ReceiverDriver } from './receiverDriver.ts';
import { startServiceIn, type TestService, testAuthority } from './service.ts';
import { runCommandLine } from './terminal.ts';
import { driveWindow, type WindowDriver } from './windowDriver.ts';

/** A profile that has been used, as the app and its commands left it, and what belongs to it. */
export interface LivedProfile {
  readonly profile: string;
  readonly service: TestService;
  readonly hook: HookAccess;
  /** The servers of the orders of these names. */
  readonly servers: Readonly<Record<ServedOrder, Server>>;
  /** The folder below which files are exported. */
  readonly tls: string;
  /** What each order is, by its name. */
  readonly statuses: Readonly<Record<string, OrderStatus>>;
  /** What the webhook for alerts received so far, in its order. */
  readonly alerts: readonly ReceivedAlert[];
}

type ServedOrder = 'Shop' | 'Relay' | 'Portal';

interface ReceivedAlert {
  /** The same for an event that is sent again. */
  readonly id: string;
  readonly kind: string;
  /** Of its order, and of its certificate. */
  readonly title: string;
  readonly fingerprint256: string | null;
}

/** The orders of the main connection. Their rids are their names in lower case. */
const specs: readonly (OrderSpec & { readonly name: string })[] = [
  { name: 'Shop', days: 60 },
  { name: 'Intranet', days: 60 },
  { name: 'Relay', days: 60 },
  { name: 'Portal', days: 60 },
  { name: 'Payment', days: 3 },
  { name: 'Gateway', days: -2 },
  { name: 'Wiki', days: 20 },
  { name: 'Blog', days: 60, domains: ['blog.example.com', 'www.blog.example.com'] },
  { name: 'Archive', days: 45 },
  { name: 'Planned', days: 75 },
  { name: 'Damaged', days: 60 },
];

const statuses: LivedProfile['statuses'] = {
  Shop: 'healthy',
  Intranet: 'notDeployed',
  Relay: 'notDeployed',
  Portal: 'notDeployed',
  Payment: 'critical',
  Gateway: 'expired',
  Wiki: 'expiring',
  Blog: 'needsReview',
  Archive: 'expiring',
  Planned: 'healthy',
  nobody: 'failing',
  Leaked: 'revoked',
  Damaged: 'failing',
  Branch: 'healthy',
  Depot: 'needsReview',
  Pushed: 'healthy',
  Old: 'rejected',
};

const ridOf = (name: string) => name.toLowerCase();
const domainOf = (name: string) => `${ridOf(name)}.example.com`;

/** What outlives the test file that made the profile. */
interface MadeProfile extends LivedProfile {
  /** Brings the services, the servers and the received alerts back to where they were when the profile was made. */
  bringBack(): void;
}

/**
 * Makes such a profile by using the app: orders in many statuses under two connections, one of which is rejected; exported
 * folders, two of them kept up to date, a planned one with an own preset; servers with the current, a previous and another
 * certificate; tags, a note, thresholds, a snooze; two renewals; a push-only order, and deliveries that were confirmed, wait
 * and were refused; a webhook that received alerts; a revoked certificate; data of earlier versions, and a row that another
 * program damaged. It can be started once its app is closed.
 * @param place a folder for its services and its exported files
 * @param saysTime whether its services say the time
 */
export async function makeLivedProfile(place: string, saysTime: () => boolean): Promise<MadeProfile> {
  const authority = await testAuthority(place);
  const startService = async (name: string) => {
    const folder = join(place, name);
    await mkdir(folder);
    return startServiceIn(folder, { saysTime, authority });
  };
  const service = await startService('service');
  for (const spec of specs)
    await service.addOrder({ domains: [domainOf(spec.name)], ...spec, rid: ridOf(spec.name) });
  await addRevoked(authority, service, 'leaked', 'Leaked');
  const profile = await temporaryFolder();
  const tls = join(place, 'tls');
  await mkdir(tls);
  const branch = await startService('branch');
  await beginWithEarlierData(profile, branch);
  const app = await launchNotAfter({ profile, env: { NOTAFTER_LOOPBACK_LISTS: 'true' } });
  const driver = await driveWindow(app);
  const alerts = await receiveAlerts(driver);
  await askForRevocations(driver);
  await connectAgain(driver, branch);
  await addConnection(app, 'Main service', service, [...service.rids, 'nobody']);

  const typed = typist(app);
  await typed('sync', ...branch.rids);
  await typed('export', '--preset', 'nginx', '--to', tls, '--keep-updated', 'Shop', 'Blog');
  await typed('export', '--preset', 'nginx', '--to', tls, 'Intranet');
  const served = {
    Shop: material(service, 'shop'),
    Relay: material(service, 'relay'),
    Portal: material(service, 'archive'),
  };
  const servers = {
    Shop: await serve(served.Shop),
    Relay: await serve(served.Relay),
    Portal: await serve(served.Portal),
  };
  await typed('config', 'import', '--yes', '--accept-warnings', await configuration(service, servers, tls));
  for (const lead of [1, 2]) {
    await service.renew('shop', { days: 60 + lead });
    await typed('sync', 'Shop');
  }
  served.Shop = material(service, 'shop');
  servers.Shop.setSecureContext(served.Shop);
  await service.renew('intranet', { days: 80 });
  await service.renew('relay', { days: 80 });
  await service.renew('blog', { days: 80, domains: ['blog.example.com'] });
  await typed('sync');
  await snooze(driver, 'Wiki');

  const hook = await receivePushes(driver, service);
  const other = await startService('other');
  await connectRejected(app, other);
  await untilSettled(driver);
  await driver.untilStatus('Leaked', 'revoked');
  const titles = () => alerts.map(({ title }) => title);
  await vi.waitFor(
    () => {
      expect(titles()).toEqual(expect.arrayContaining(['Payment', 'Gateway']));
      // Else each start of the profile would tell it.
      expect(alerts.map(({ kind }) => kind)).toContain('tokenRejected');
    },
    { timeout: 30_000 },
  );
  await app.close();
  service.removeOrder('damaged');
  damageRow(profile, 'damaged');

  const bringBacks = [service.keep(), branch.keep(), other.keep(), keepAll(alerts)];
  const bringBack = () => {
    for (const each of bringBacks) each();
    for (const name of Object.keys(servers) as ServedOrder[]) servers[name].setSecureContext(served[name]);
  };
  return { profile, service, hook, servers, tls, statuses, alerts, bringBack };
}

function keepAll<T>(items: T[]): () => void {
  const kept = [...items];
  return () => void items.splice(0, items.length, ...kept);
}

/** Runs commands of the profile, which may end with what they found. */
function typist(app: NotAfter, input = '') {
  return async (...words: string[]) => {
    const { code, err } = await runCommandLine(app, words, { input });
    expect(code, `${words.join(' ')}: ${err}`).toBeLessThan(3);
  };
}

/** Lets a server on this computer receive the alerts. */
async function receiveAlerts(driver: WindowDriver): Promise<ReceivedAlert[]> {
  const received: ReceivedAlert[] = [];
  const server = createHttpServer(async (request, response) => {
    const { data } = (await json(request)) as { readonly data: AlertEventJson };
    const { event, order } = data;
    received.push({
      id: String(request.headers['webhook-id']),
      kind: event,
      title: order?.title ?? '',
      fingerprint256: order?.fingerprint256 ?? null,
    });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const { app, page, t } = driver;
  await driver.openSettings('alerts');
  await driver.openFoldedSetting(t('alertChannels.webhook.title'));
  const address = page.getByRole('textbox', { name: t('alertChannels.webhook.url') });
  await address.fill(`http://127.0.0.1:${port}/alerts`);
  await driver.button(t('alertChannels.webhook.save')).click();
  await answerConsent(app, true);
  await driver.button(t('alertChannels.webhook.secret.copy')).click();
  await driver.closeSettings();
  return received;
}

function material(service: TestService, rid: string) {
  const { certificate, key } = service.order(rid).material;
  return { cert: certificate, key };
}

/** A server with a certificate, until the process ends. */
async function serve(present: ReturnType<typeof material>): Promise<Server> {
  const server = createServer(present);
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return server;
}

/** A configuration file that says what a person wrote by hand. */
async function configuration(
  service: TestService,
  servers: Readonly<Record<string, Server>>,
  tls: string,
): Promise<string> {
  const connection = 'Main service';
  const order = (name: string, more: object = {}) => {
    const server = servers[name];
    const port = (server?.address() as AddressInfo | undefined)?.port;
    const endpoints =
      port === undefined
        ? []
        : [{ host: '127.0.0.1', port, serverName: domainOf(name), intervalMinutes: 720 }];
    return { connection, rid: ridOf(name), alias: name, endpoints, ...more };
  };
  const preset = {
    ...{ name: 'Own proxy', folder: '{alias}', server: 'haproxy' },
    files: [{ name: 'all.pem', parts: ['leaf', 'chain', 'key'], format: 'pem', mode: '600', lineEnds: 'lf' }],
  };
  const file = join(await temporaryFolder(), 'notafter.json');
  const content = {
    format: 'notafter-configuration',
    version: 1,
    connections: [{ name: connection, address: service.baseUrl, ca: ownCa(service) }],
    orders: [
      ...['Shop', 'Relay', 'Portal'].map((name) => order(name, { tags: ['web'] })),
      order('Payment', { tags: ['web', 'team'], note: 'Renewed by the payment team.' }),
      order('Archive', { thresholds: { warning: '55%', critical: '5d' } }),
      order('Planned', {
        destinations: [{ preset: 'custom:Own proxy', parts: null, folder: tls, automaticUpdates: false }],
      }),
    ],
    presets: [preset],
  };
  await writeFile(file, JSON.stringify(content));
  return file;
}

function ownCa({ caPem }: TestService) {
  return { fileName: 'company-ca.pem', certificates: [caPem] };
}

async function snooze(driver: WindowDriver, name: string): Promise<void> {
  const order = (await driver.orders()).find(({ alias, serviceName }) => (alias ?? serviceName) === name);
  const answer = await driver.page.evaluate(
    (id) => window.notAfter?.calls['alerts:snooze']({ ids: [id], for: 'renewal' }),
    order?.id ?? '',
  );
  expect(answer?.ok).toBe(true);
}

/** A hook with a delivery that was confirmed, an order that is only pushed, one that waits, and one that was refused. */
async function receivePushes(driver: WindowDriver, service: TestService): Promise<HookAccess> {
  const receiver = new ReceiverDriver(driver);
  const hook = await receiver.addHook();
  await receiver.show('deliveries');
  await service.addOrder({ rid: 'pushed', name: 'Pushed', domains: ['pushed.example.com'], days: 80 });
  await service.addOrder({ rid: 'stranger', name: 'Stranger', domains: ['stranger.example.com'], days: 80 });
  expect(await service.deliver('pushed', hook)).toMatchObject({ status: 204 });
  const panel = await receiver.openDelivery(service.order('pushed').fingerprint256);
  await receiver.askToApprove(panel);
  await answerConsent(driver.app, true);
  await receiver.untilVerdict(service.order('pushed').fingerprint256, 'accepted');
  expect(await service.deliver('stranger', hook)).toMatchObject({ status: 204 });
  expect(
    await service.deliver('stranger', { ...hook, secret: 'not-the-secret-of-this-hook-000000' }),
  ).toMatchObject({
    outcome: 'failed',
  });
  await receiver.showOrders();
  return hook;
}

/** Lets the app ask for revocations. */
async function askForRevocations(driver: WindowDriver): Promise<void> {
  const { page, t } = driver;
  await driver.openSettings('alerts');
  await driver.openFoldedSetting(t('settings.authority.title'));
  await page.getByRole('checkbox', { name: t('settings.authority.revocation') }).click();
  await driver.closeSettings();
}

/** Gives the connection of the earlier data a token again. */
async function connectAgain(driver: WindowDriver, { token }: TestService): Promise<void> {
  const answer = await driver.page.evaluate(
    (given) => window.notAfter?.calls['connections:setToken'](given),
    {
      ...{ id: earlier.connectionId, token },
    },
  );
  expect(answer?.ok).toBe(true);
}

/** Adds a connection with orders, and asks for them. */
async function addConnection(
  app: NotAfter,
  name: string,
  service: TestService,
  rids: readonly string[],
): Promise<void> {
  const typed = typist(app, `${service.token}\n`);
  const from = ['--name', name, '--token-stdin', '--ca-file', service.caFile];
  await typed('connections', 'add', service.baseUrl, ...from);
  await typed('orders', 'add', '--connection', name, ...rids);
  await typed('sync', ...rids);
}

/** A connection whose token the service refuses since. */
async function connectRejected(app: NotAfter, other: TestService): Promise<void> {
  await other.addOrder({ rid: 'old', name: 'Old', days: 50, domains: ['old.example.com'] });
  await addConnection(app, 'Old service', other, ['old']);
  other.setFault('old', { kind: 'status', status: 401 });
  await typist(app)('sync', 'old');
}

/** Waits until every server was checked. */
async function untilSettled(driver: WindowDriver): Promise<void> {
  await vi.waitFor(
    async () => {
      const { endpoints } = await snapshotOf(driver.page);
      expect(endpoints.every(({ probedAt, probing }) => probedAt !== null && !probing)).toBe(true);
    },
    { timeout: 30_000 },
  );
}
