import { setTimeout as wait } from 'node:timers/promises';
import { agreeInBoxes } from '../demo/electronApp.ts';
import {
  addHook,
  closeReceiver,
  deliveryRow,
  type HookGiven,
  mapDelivery,
  openReceiver,
  showInbox,
  untilDelivery,
} from '../demo/receiverSteps.ts';
import { StopError } from '../lib/terminal.ts';
import { button, changeSettings, control, type Stage, untilNoToast } from './stage.ts';

/** Showcase orders: renewed, with an error at the service, with a long name, and waiting. */
const confirmed = { rid: 'w9FgKe4UtJ6x', name: 'Public API', task: 'Kubernetes ingress' } as const;
const checking = { rid: 'J7tCf4QnRh6Z', name: 'Partner gateway', task: 'Load balancer, Frankfurt' } as const;
const longNamed = {
  rid: 'F9eWs2TzUb7H',
  name: 'Shared hosting (100 names)',
  task: 'All front ends of the hosting cluster',
} as const;
const unknown = { rid: 'H3sYp8LdZc5N', name: 'Customer portal', task: 'nginx on edge-01' } as const;
/** An order that the Open API does not return. */
const pushOnly = { rid: 'n5QxVt2HbW8e', name: 'Office VPN', task: 'VPN gateway' } as const;

type Delivered = { readonly rid: string; readonly name: string; readonly task: string };

/** Two deliveries of one second would have the same timestamp and token. */
const apartMs = 1100;

/** Adds hooks, sends deliveries to them, and takes pictures of a hook, the inbox and a waiting delivery. */
export async function receive(stage: Stage): Promise<void> {
  const { window } = stage.app;
  const { t, take, service } = stage;
  const dialog = await openReceiver(window, t);
  await addHook(dialog, t, 'Staging (Frankfurt)');
  const hook = await addHook(dialog, t, 'Production');
  await take('receiver-light');
  await closeReceiver(window, t);
  await showInbox(window, t);

  const order = { rid: pushOnly.rid, name: pushOnly.name, domains: ['vpn.example.com'], days: 90 };
  await control(service, { action: 'addOrder', order });
  await deliver(stage, hook, pushOnly);
  await approve(stage, pushOnly);
  for (const each of [longNamed, confirmed]) {
    await deliver(stage, hook, each);
    await map(stage, each);
    await untilDelivery(window, { orderName: each.name, verdict: 'confirmed' });
  }
  await deliver(stage, hook, checking);
  await map(stage, { ...checking, name: checking.rid }, checking.name);
  await control(service, { action: 'renew', rid: unknown.rid, days: 90 });
  await deliver(stage, hook, unknown);
  const { id } = await untilDelivery(window, { orderName: unknown.name, verdict: 'waiting' });
  await untilDelivery(window, { orderName: checking.name, verdict: 'checking' });
  await untilNoToast(stage);
  await take('inbox-light');

  await changeSettings(window, { theme: 'dark' });
  await deliveryRow(window, id).click();
  await window.getByRole('complementary').waitFor();
  await take('delivery-dark');
}

async function deliver({ service }: Stage, hook: HookGiven, { rid, task }: Delivered): Promise<void> {
  await wait(apartMs);
  const delivery = { action: 'deliver', rid, task, url: hook.address, secret: hook.secret };
  const verdict = await control(service, delivery);
  if (!JSON.stringify(verdict).includes('"succeeded"')) {
    throw new StopError(`A delivery failed: ${JSON.stringify(verdict)}`);
  }
}

/** Links the name of a delivery to the order with the shown name. */
async function map({ app: { window }, t }: Stage, { name }: Delivered, delivered = name): Promise<void> {
  const { id } = await untilDelivery(window, { orderName: delivered, verdict: 'waiting' });
  await mapDelivery(window, t, { deliveryId: id, orderName: name });
}

async function approve({ app: { electron, window }, t }: Stage, { name }: Delivered): Promise<void> {
  await agreeInBoxes(electron);
  const { id } = await untilDelivery(window, { orderName: name, verdict: 'waiting' });
  await deliveryRow(window, id).click();
  await button(window.getByRole('complementary'), t('inbox.action.more')).click();
  await window.getByRole('menuitem', { name: t('inbox.action.approve') }).click();
  await untilDelivery(window, { orderName: name, verdict: 'accepted' });
  await button(window.getByRole('complementary'), t('inbox.panel.close')).click();
}
