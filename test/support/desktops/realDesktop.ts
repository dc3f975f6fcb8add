import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import {
  callIn,
  goThroughFirstStart,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import { desktopRootVariable } from '#scripts/desktops/desktopRoot.ts';
import { outFolder } from '#scripts/lib/paths.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { CallArgs, CallName, CallValue } from '#shared/ipc/contract.ts';
import { testedDeb } from '#test/support/e2e/builtPackages.ts';
import { atEndOfFiles } from '#test/support/e2e/endings.ts';
import { type PackagedApp, startPackaged } from '#test/support/e2e/packagedApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { findItem, itemInterface, property, withBus } from '#test/support/trayBus.ts';
import type { DesktopProfile } from './desktopProfile.ts';
import type { IconShape } from './panelIcon.ts';
import { Screen } from './screen.ts';
import { Session } from './session.ts';

const installation = { folder: '/opt/NotAfter', executable: '/usr/bin/notafter', resources: '' };
const quickPage = 'app://notafter/quick.html';

/** The installed app on a real desktop with a service that it asks. */
export class RealDesktop {
  readonly session: Session;
  readonly screen: Screen;
  readonly service: TestService;
  readonly profile: DesktopProfile;
  #app: PackagedApp | null = null;

  private constructor(session: Session, profile: DesktopProfile, service: TestService) {
    this.session = session;
    this.profile = profile;
    this.screen = new Screen(session, join(outFolder, 'desktops', profile.id));
    this.service = service;
  }

  /** Starts the desktop with the app installed. It ends after the last test of the file. */
  static async start(profile: DesktopProfile): Promise<RealDesktop> {
    const service = await startTestService({ tls: false });
    const deb = await testedDeb();
    const session = await Session.start(process.env[desktopRootVariable] ?? '', profile, deb);
    atEndOfFiles(() => session.stop());
    process.env['DBUS_SESSION_BUS_ADDRESS'] = session.system.env['DBUS_SESSION_BUS_ADDRESS'];
    return new RealDesktop(session, profile, service);
  }

  /** Starts the app with these further arguments. */
  async launch(...args: readonly string[]): Promise<void> {
    const { system } = this.session;
    this.#app = await startPackaged(installation, system.folders.config, {
      launcher: system.launcher(),
      args,
      asOnDesktop: true,
    });
  }

  /** Ends the app, as the end of a session does. */
  async quit(): Promise<void> {
    const app = this.#running();
    await this.session.system.run('kill', String(await this.pid()));
    await app.ended;
  }

  /** The folder of the app's data. */
  get profileFolder(): string {
    return this.#running().profile;
  }

  /** The main window, which is open or about to open. */
  window(): Promise<Page> {
    return this.#page();
  }

  /** The quick window, which is open or about to open. */
  quickWindow(): Promise<Page> {
    return this.#page(quickPage);
  }

  /** First start: the window gets these orders of the service, and has asked for all of them. */
  async connect(): Promise<Translate> {
    const page = await this.window();
    const t = await wordsOf(page);
    const { baseUrl, token, rids } = this.service;
    await goThroughFirstStart(page, t, { name: 'Main service', baseUrl, hasCaFile: false, token, rids });
    await untilAllAsked(page);
    return t;
  }

  /** Adds an order of the service to the app. */
  async addOrder(rid: string): Promise<void> {
    const [connection] = (await snapshotOf(await this.window())).connections;
    const answer = await this.call('orders:add', { connectionId: connection?.id ?? '', text: rid });
    expect(answer).toMatchObject({ ok: true });
  }

  /** Calls a function of main as the window does. */
  async call<Name extends CallName>(name: Name, given: CallArgs<Name>): Promise<CallValue<Name>> {
    return callIn(await this.window(), name, given);
  }

  /** The process of the app, as the programs of the session number it. */
  async pid(): Promise<number> {
    const lines = await this.session.system.run('pgrep', '--oldest', '--exact', 'notafter');
    return Number(lines.trim());
  }

  /** The shape of the app's icon, as it gives it to the panel; `null` while it has none. */
  async iconShape(): Promise<IconShape | null> {
    const pid = await this.pid();
    return withBus(async (bus) => {
      const item = await findItem(bus, pid);
      if (item === null) return null;
      // On GNOME, Chromium writes the icon into a file, elsewhere it has no name.
      const file = await property(bus, item, itemInterface, 'IconName').catch(() => '');
      if (file !== '')
        return this.#shapeIn(`${await property(bus, item, itemInterface, 'IconThemePath')}/${file}.png`);
      const pictures = z
        .array(z.tuple([z.number(), z.number(), z.instanceof(Buffer)]))
        .parse(await property(bus, item, itemInterface, 'IconPixmap'));
      const [size = 0, , bytes = Buffer.of()] = pictures.at(-1) ?? [];
      // Four bytes per pixel: alpha, red, green, blue.
      return { size, opacity: Uint8Array.from(bytes.filter((_, index) => index % 4 === 0)) };
    });
  }

  /** Waits until the app has given the panel an icon. */
  untilIconShape(): Promise<IconShape> {
    return vi.waitFor(
      async () => {
        const shape = await this.iconShape();
        if (shape === null) throw new Error('The app has no icon at the panel');
        return shape;
      },
      { timeout: 60_000 },
    );
  }

  /** @param file a square picture, by its path in the session */
  async #shapeIn(file: string): Promise<IconShape> {
    const { system } = this.session;
    const inside = join(system.folders.runtime, 'icon.gray');
    await system.run('convert', file, '-alpha', 'extract', '-depth', '8', `gray:${inside}`);
    const opacity = Uint8Array.from(await readFile(inside));
    return { size: Math.sqrt(opacity.length), opacity };
  }

  async #page(address?: string): Promise<Page> {
    const page = await this.#running().window(address);
    // A whole desktop is busy beside the app.
    page.setDefaultTimeout(150_000);
    return page;
  }

  #running(): PackagedApp {
    if (this.#app === null) throw new Error('The app was not started');
    return this.#app;
  }
}
