import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import {
  sameMenu,
  type TrayImage,
  type TrayMenuItem,
  type TrayView,
} from '#main/alerting/overview/trayView.ts';
import type { TrayPort } from '#main/app/desktopPort.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { TrayHost } from './trayHost.ts';

const isMac = process.platform === 'darwin';

/**
 * The tray icon. On Linux Chromium checks for a tray host only when the icon is created, so it is created again for a
 * host that appears later. A host that returns gets it from Chromium; a second icon would fail.
 */
export class DesktopTray implements TrayPort {
  readonly #folder: string;
  readonly #host: TrayHost;
  readonly #hostChanges: Disposable;
  readonly #activated = new Emitter<void>('tray.activated');
  #tray: Tray | null = null;
  #hasMetHost = false;
  #view: TrayView | null = null;
  #menu = new Menu();

  readonly onDidActivate = this.#activated.event;

  /** @param assets the folder that contains `tray/` */
  constructor(assets: string, host: TrayHost) {
    this.#folder = join(assets, 'tray');
    this.#host = host;
    this.#hostChanges = host.onDidChange(() => this.#hostChanged());
  }

  /** Whether the desktop shows tray icons, as soon as that is known. */
  isShown(): Promise<boolean> {
    return this.#host.presence();
  }

  /** Shows a view. Unchanged parts are not touched, so that an open menu stays open. */
  update(view: TrayView): void {
    const known = this.#view;
    this.#view = view;
    // Electron removes the icon when the app ends; it must not be created again.
    if (this.#tray?.isDestroyed() === true) return;
    if (this.#tray === null || known === null) {
      this.#make();
      return;
    }
    if (known.icon !== view.icon) this.#tray.setImage(this.#image(view.icon));
    if (known.tooltip !== view.tooltip) this.#tray.setToolTip(view.tooltip);
    if (known.title !== view.title) setTitle(this.#tray, view.title);
    if (!sameMenu(known.menu, view.menu)) this.#setMenu(this.#tray, view.menu);
  }

  /** Where the icon is on the screen; `null`: there is none. Empty where the host does not tell it (Linux). */
  area(): Electron.Rectangle | null {
    return this.#tray === null || this.#tray.isDestroyed() ? null : this.#tray.getBounds();
  }

  dispose(): void {
    this.#hostChanges.dispose();
    this.#host.dispose();
    this.#tray?.destroy();
    this.#tray = null;
    this.#view = null;
  }

  #hostChanged(): void {
    if (this.#tray === null || (this.#host.isPresent() === true && !this.#hasMetHost)) this.#make();
  }

  /** Creates the icon once it is known whether there is a host, so that a host that appears meanwhile is noticed. */
  #make(): void {
    const view = this.#view;
    if (view === null || this.#host.isPresent() === null) return;
    this.#hasMetHost = this.#host.isPresent() === true;
    this.#tray?.destroy();
    const tray = new Tray(this.#image(view.icon));
    tray.on('click', () => this.#activated.fire());
    if (isMac) tray.on('right-click', () => tray.popUpContextMenu(this.#menu));
    tray.setToolTip(view.tooltip);
    setTitle(tray, view.title);
    this.#setMenu(tray, view.menu);
    this.#tray = tray;
  }

  /** On macOS every click on an icon that has a menu opens the menu, and `click` does not fire. */
  #setMenu(tray: Tray, items: readonly TrayMenuItem[]): void {
    this.#menu = buildMenu(items);
    if (!isMac) tray.setContextMenu(this.#menu);
  }

  #image(icon: TrayImage): Electron.NativeImage {
    const suffix = isMac ? 'Template' : '';
    return nativeImage.createFromPath(join(this.#folder, `${icon}${suffix}.png`));
  }
}

/** Only macOS shows text beside the icon. */
function setTitle(tray: Tray, title: string): void {
  if (isMac) tray.setTitle(title);
}

function buildMenu(items: readonly TrayMenuItem[]): Menu {
  return Menu.buildFromTemplate(
    items.map((item) => {
      if (item.kind === 'separator') return { type: 'separator' };
      const label = escapeMnemonics(item.label);
      if (item.kind === 'text') return { label, enabled: false };
      return item.kind === 'action' ? { label, click: item.run } : { label, submenu: buildMenu(item.items) };
    }),
  );
}

/** A single `&` in a label marks the next letter as its mnemonic and is not shown. */
function escapeMnemonics(label: string): string {
  return label.replaceAll('&', '&&');
}
