import { createInterface } from 'node:readline';
import type { Result } from '#shared/result.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { childInput, readService } from './childInput.ts';

/**
 * The whole app on a desktop without a screen, with enabled hooks. Its first line lists their addresses; at the first line of
 * its input it adds every order of the service, and it prints a line when all are confirmed.
 */
const { serviceFile, profile, port, secret, hooks } = childInput<{
  serviceFile: string;
  profile: string;
  port: number;
  secret: string;
  hooks: number;
}>();
const service = readService(serviceFile);
const { createApp } = await import('#main/app/compositionRoot.ts');
const silent = { info() {}, warn() {}, error() {} };
const desktop = new FakeDesktop({ userData: profile, secretProcess: new FakeSecretHost() });
desktop.choices.chooseCaFile = service.caFile;
const app = await createApp(desktop, { logger: silent });
app?.show();

const snapshot = await desktop.calls.call('app:snapshot', null);
taken(await desktop.calls.call('receiver:configure', { ...snapshot.receiver.config, port }));
for (let index = 0; index < hooks; index += 1) {
  const draft = { name: `Hook ${index}`, path: `/bench${index}`, secret };
  taken(await desktop.calls.call('hooks:add', draft));
}
const chosen = taken(await desktop.calls.call('connections:chooseCaFile', null));
const connection = taken(
  await desktop.calls.call('connections:add', {
    name: 'Service',
    baseUrl: service.baseUrl,
    ca: { kind: 'chosen', id: chosen?.id ?? '' },
    token: service.token,
  }),
);
while ((await desktop.calls.call('app:snapshot', null)).receiver.state.kind !== 'listening') await turn(10);
process.stdout.write('listening\n');

for await (const _ of createInterface({ input: process.stdin })) break;
await desktop.calls.call('orders:add', { connectionId: connection.id, text: service.rids.join('\n') });
while (!(await areAllConfirmed())) await turn(50);
process.stdout.write('synced\n');

async function areAllConfirmed(): Promise<boolean> {
  const { orders, polling } = await desktop.calls.call('app:snapshot', null);
  return polling.length === 0 && orders.lastConfirmedAt.every((at) => at !== null);
}

function turn(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
