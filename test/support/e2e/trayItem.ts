import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { z } from 'zod';
import { activateTray, findItem, itemInterface, property, withBus } from '#test/support/trayBus.ts';
import { readMenu, type TrayEntry } from '#test/support/trayMenu.ts';
import type { NotAfter } from './notAfterApp.ts';

/** The app's tray item, read like a panel does (StatusNotifierItem, dbusmenu). */
export interface TrayItem {
  readonly tooltip: string;
  /** A name of the icon's shape, the opacity of all pixels (`shapeName`). */
  readonly shape: string;
  readonly menu: readonly TrayEntry[];
  /** Increases with every change of the menu. */
  readonly revision: number;
}

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

/** Waits until the process has a tray item, and returns it. A start takes long on a busy computer. */
export async function untilTray(pid: number): Promise<TrayItem> {
  return vi.waitFor(
    async () => {
      const item = await readTray(pid);
      if (item === null) throw new Error('The process has no tray item');
      return item;
    },
    { timeout: 30_000 },
  );
}

/**
 * Opens the quick window by a click on the tray icon, again if the click came just after the window lost the focus: the app
 * takes that for the same click.
 */
export async function openQuickPage(app: NotAfter): Promise<Page> {
  const page = await vi.waitFor(
    async () => {
      const opened = app.electron.waitForEvent('window', { timeout: 5000 });
      await activateTray(app.pid);
      return await opened;
    },
    { timeout: 20_000 },
  );
  page.setDefaultTimeout(15_000);
  return page;
}
