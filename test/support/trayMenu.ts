import { z } from 'zod';
import type { BusSession } from '#main/platform/sessionBus.ts';
import { answerWithinMs, findItem, type ItemAddress, itemInterface, property, withBus } from './trayBus.ts';

/** An entry of the tray's menu, without separators. */
export interface TrayEntry {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  /** The entries of its submenu. */
  readonly entries: readonly TrayEntry[];
}

const menuInterface = 'com.canonical.dbusmenu';

/**
 * Clicks on the first entry with this label, also of a submenu; with `of`, of the submenu with that label.
 * @returns when the click was sent, after icon and menu were looked up, in Unix milliseconds
 */
export function clickTray(pid: number, label: string, of?: string): Promise<number> {
  return withBus(async (bus) => {
    const item = await findItem(bus, pid);
    const all = item === null ? [] : (await readMenu(bus, item)).menu;
    const entries = of === undefined ? all : all.filter((each) => each.label === of);
    const entry = entries.flatMap((each) => [each, ...each.entries]).find((each) => each.label === label);
    if (item === null || entry === undefined) throw new Error(`The tray's menu has no entry ${label}`);
    const path = z.string().parse(await property(bus, item, itemInterface, 'Menu'));
    const event = [entry.id, 'clicked', bus.variant('s', ''), 0];
    const sentAt = performance.timeOrigin + performance.now();
    await bus.call(
      { ...item, path, interface: menuInterface, member: 'Event', signature: 'isvu', body: event },
      answerWithinMs,
    );
    return sentAt;
  });
}

/** The menu of a tray item, without separators. `revision` increases with every change of it. */
export async function readMenu(
  bus: BusSession,
  item: ItemAddress,
): Promise<{ readonly menu: readonly TrayEntry[]; readonly revision: number }> {
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
