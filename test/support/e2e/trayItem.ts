import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { z } from 'zod';
import type { BusSession } from '#main/platform/sessionBus.ts';
import {
  answerWithinMs,
  findItem,
  type ItemAddress,
  itemInterface,
  property,
  withBus,
} from '#test/support/trayBus.ts';

/** An entry of the tray's menu, without separators. */
interface TrayEntry {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  /** The entries of its submenu. */
  readonly entries: readonly TrayEntry[];
}

/** The app's tray item, read like a panel does (StatusNotifierItem, dbusmenu). */
export interface TrayItem {
  readonly tooltip: string;
  /** A name of the icon's shape, the opacity of all pixels (`shapeName`). */
  readonly shape: string;
  readonly menu: readonly TrayEntry[];
  /** Increases with every change of the menu. */
  readonly revision: number;
}

const menuInterface = 'com.canonical.dbusmenu';
const pixmapsSchema = z.array(z.tuple([z.number(), z.number(), z.instanceof(Buffer)]));

/** A short name of a picture's shape: equal for equal opacity of all pixels. */
export function shapeName(opacity: readonly number[]): string {
  return createHash('sha256').update(Buffer.from(opacity)).digest('hex').slice(0, 12);
}

/** The tray item of the process, or `null` while it has none. */
export async function readTray(pid: number): Promise<TrayItem | null> {
  return withBus(async (bus) => {
    const item = await findItem(bus, pid);
    if (item === null) return null;
    const tooltip = z
      .tuple([z.unknown(), z.unknown(), z.string(), z.string()])
      .parse(await property(bus, item, itemInterface, 'ToolTip'));
    const [pixmap] = pixmapsSchema.parse(await property(bus, item, itemInterface, 'IconPixmap'));
    if (pixmap === undefined) throw new Error('The tray item has no icon');
    const [, , pixels] = pixmap;
    // Four bytes per pixel: alpha, red, green, blue.
    const shape = shapeName([...pixels].filter((_, index) => index % 4 === 0));
    return { tooltip: tooltip[2], shape, ...(await readMenu(bus, item)) };
  });
}

/** Waits until the process has a tray item, and returns it. */
export async function untilTray(pid: number): Promise<TrayItem> {
  return vi.waitFor(
    async () => {
      const item = await readTray(pid);
      if (item === null) throw new Error('The process has no tray item');
      return item;
    },
    { timeout: 10_000 },
  );
}

/** Clicks on the first entry with this label, also of a submenu; with `of`, of the submenu with that label. */
export async function clickTray(pid: number, label: string, of?: string): Promise<void> {
  await withBus(async (bus) => {
    const item = await findItem(bus, pid);
    const all = item === null ? [] : (await readMenu(bus, item)).menu;
    const entries = of === undefined ? all : all.filter((each) => each.label === of);
    const entry = entries.flatMap((each) => [each, ...each.entries]).find((each) => each.label === label);
    if (item === null || entry === undefined) throw new Error(`The tray's menu has no entry ${label}`);
    const path = z.string().parse(await property(bus, item, itemInterface, 'Menu'));
    const event = [entry.id, 'clicked', bus.variant('s', ''), 0];
    await bus.call(
      { ...item, path, interface: menuInterface, member: 'Event', signature: 'isvu', body: event },
      answerWithinMs,
    );
  });
}

async function readMenu(bus: BusSession, item: ItemAddress): Promise<Pick<TrayItem, 'menu' | 'revision'>> {
  const path = z.string().parse(await property(bus, item, itemInterface, 'Menu'));
  const [revision, layout] = await bus.call(
    {
      ...item,
      path,
      interface: menuInterface,
      member: 'GetLayout',
      signature: 'iias',
      body: [0, -1, []],
    },
    answerWithinMs,
  );
  const node = z.tuple([z.number(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);
  const entriesOf = (children: readonly unknown[]): TrayEntry[] =>
    children
      .map((child) => node.parse(bus.valueOf(child)))
      .filter(([, values]) => bus.valueOf(values['type']) !== 'separator')
      .map(([id, values, below]) => ({
        id,
        label: shownLabel(String(bus.valueOf(values['label']) ?? '')),
        enabled: bus.valueOf(values['enabled']) !== false,
        entries: entriesOf(below),
      }));
  const menu = entriesOf(node.parse(layout)[2]);
  return { menu, revision: z.number().parse(revision) };
}

/** A label as a panel shows it: an underscore marks the access key, two underscores are one. */
function shownLabel(label: string): string {
  return label.replaceAll(/_(.)/gu, '$1');
}
