import { expect, vi } from 'vitest';
import { z } from 'zod';
import { runOnDesktop } from './desktopHand.ts';

/** A notification as the daemon got it. */
export interface SeenNotification {
  /** Counts up with every notification of the daemon. */
  readonly id: number;
  readonly title: string;
  /** Markup. */
  readonly body: string;
  /** What the daemon shows: title and body as markup of Pango. */
  readonly shown: string;
}

const text = z.object({ data: z.string() });
const historySchema = z.object({
  data: z.tuple([
    z.array(z.object({ id: z.object({ data: z.number() }), summary: text, body: text, message: text })),
  ]),
});

/** How many notifications are on the screen. */
export async function displayedNotifications(): Promise<number> {
  return Number(await runOnDesktop('dunstctl', 'count', 'displayed'));
}

/** Waits until this many notifications are on the screen. */
export async function untilDisplayed(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await displayedNotifications()).toBe(count), { timeout: 10_000 });
}

/** Clicks on the topmost notification with the pointer. */
export async function clickNotification(): Promise<void> {
  await runOnDesktop('xdotool', 'mousemove', '1080', '60', 'click', '1');
}

/** Closes all notifications and gives those that came since the last time, oldest first. */
export async function takeNotifications(): Promise<readonly SeenNotification[]> {
  await runOnDesktop('dunstctl', 'close-all');
  await untilDisplayed(0);
  const { data } = historySchema.parse(JSON.parse(await runOnDesktop('dunstctl', 'history')));
  const seen = data[0].map(({ id, summary, body, message }) => ({
    id: id.data,
    title: summary.data,
    body: body.data,
    shown: message.data,
  }));
  const fresh = seen.filter(({ id }) => id > lastTaken).sort((a, b) => a.id - b.id);
  lastTaken = Math.max(lastTaken, ...seen.map(({ id }) => id));
  return fresh;
}

let lastTaken = 0;
