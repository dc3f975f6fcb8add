import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Message } from '@jellybrick/dbus-next';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { connectToBus } from '../testBus.ts';
import { runOnDesktop } from './desktopControl.ts';

/** A notification as received by the daemon. */
export interface SeenNotification {
  /** Increases with every notification of the daemon. */
  readonly id: number;
  readonly title: string;
  /** Markup. */
  readonly body: string;
  /** The shown text: title and body as Pango markup. */
  readonly shown: string;
}

const text = z.object({ value: z.string() });
/** dunst returns each notification as a dictionary of variants, the newest first. */
const historySchema = z.tuple([
  z.array(z.object({ id: z.object({ value: z.number() }), summary: text, body: text, message: text })),
]);

/** Calls a method of the notification daemon on the session bus of the test desktop, and returns its answer. */
async function askDaemon(
  interfaceName: string,
  member: string,
  body: readonly string[] = [],
): Promise<readonly unknown[]> {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS'];
  if (address === undefined) throw new Error('The test runs without a session bus');
  const bus = await connectToBus(address);
  try {
    const answer = await bus.call(
      new Message({
        destination: 'org.freedesktop.Notifications',
        path: '/org/freedesktop/Notifications',
        interface: interfaceName,
        member,
        signature: 's'.repeat(body.length),
        body: [...body],
      }),
    );
    return answer?.body ?? [];
  } finally {
    bus.disconnect();
  }
}

const dunst = 'org.dunstproject.cmd0';

/** The number of notifications on the screen. */
export async function displayedNotifications(): Promise<number> {
  const answer = await askDaemon('org.freedesktop.DBus.Properties', 'Get', [dunst, 'displayedLength']);
  return z.tuple([z.object({ value: z.number() })]).parse(answer)[0].value;
}

/** Waits until this many notifications are on the screen. */
export async function untilDisplayed(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await displayedNotifications()).toBe(count), { timeout: 30_000 });
}

/** Clicks on the topmost notification with the pointer. */
export async function clickNotification(): Promise<void> {
  await runOnDesktop('xdotool', 'mousemove', '1080', '60', 'click', '1');
}

/** Presses the button with this label, by the daemon's own menu of buttons. */
export async function pressNotificationButton(label: string): Promise<void> {
  await writeFile(join(process.env['XDG_RUNTIME_DIR'] ?? '', 'notification-button'), `${label}\n`);
  await askDaemon(dunst, 'ContextMenuCall');
}

/** Closes all notifications and returns the new ones since the last call, oldest first. */
export async function takeNotifications(): Promise<readonly SeenNotification[]> {
  await askDaemon(dunst, 'NotificationCloseAll');
  await untilDisplayed(0);
  const [history] = historySchema.parse(await askDaemon(dunst, 'NotificationListHistory'));
  const seen = history.map(({ id, summary, body, message }) => ({
    id: id.value,
    title: summary.value,
    body: body.value,
    shown: message.value,
  }));
  const fresh = seen.filter(({ id }) => id > lastTaken).sort((a, b) => a.id - b.id);
  lastTaken = Math.max(lastTaken, ...seen.map(({ id }) => id));
  return fresh;
}

/** Waits for a notification with this title, whichever others there are, and takes all that came until then. */
export async function untilNotified(title: string): Promise<SeenNotification> {
  const seen: SeenNotification[] = [];
  return await vi.waitFor(
    async () => {
      seen.push(...(await takeNotifications()));
      const found = seen.find((one) => one.title === title);
      if (found === undefined) throw new Error(`not ${title}: ${seen.map((one) => one.title).join()}`);
      return found;
    },
    { timeout: 10_000 },
  );
}

let lastTaken = 0;
