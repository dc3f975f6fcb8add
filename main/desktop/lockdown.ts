import { app, type Session, type WebContents } from 'electron';
import { APP_ORIGIN } from './appScheme.ts';

/** A place of this computer where nothing answers (RFC 863). What gets past all other rules ends here. */
const NOWHERE = '127.0.0.1:9';

/**
 * Switches of Chromium.
 *
 * - Without a route for itself and for every page, also to this computer. A session that needs one asks for it:
 *   `systemRoute`.
 * - Without WebRTC's own multicast DNS (RFC 6762), which joins a group of the network.
 * - Without look-ups of the names that a page hints at (`dns-prefetch`): they take no route.
 * - No key of Chromium's own in the Secret Service of Linux. It would encrypt cookies, and there are none.
 */
const SWITCHES = {
  'proxy-server': `socks5://${NOWHERE}`,
  'proxy-bypass-list': '<-loopback>',
  'disable-features': 'WebRtcHideLocalIpsWithMdns',
  'blink-settings': 'dnsPrefetchingEnabled=false',
  'password-store': 'basic',
} as const;

/**
 * Takes from Chromium what the app does not need, in the app and in commands. Also the certificates of the system's store:
 * without an answer, Electron gives a server that asks the first one. To be called before Electron is ready.
 */
export function lockDown(): void {
  for (const [name, value] of Object.entries(SWITCHES)) app.commandLine.appendSwitch(name, value);
  app.on('session-created', lockDownSession);
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));
  void app.whenReady().then(() => resolveNames(false));
}

/**
 * Whether Chromium looks up names, for all sessions. Otherwise it asks a server that does not exist, by DNS over HTTPS: WebRTC
 * looks up the names of a page without any other rule. The system's proxy settings are read in either case.
 */
export function resolveNames(isOn: boolean): void {
  if (isOn) app.configureHostResolver({ secureDnsMode: 'off' });
  else app.configureHostResolver({ secureDnsMode: 'secure', secureDnsServers: [`https://${NOWHERE}/`] });
}

/** The network service is this many calls behind at most. */
const RELOADS = 10;

/** Gives a session the routes that the system's settings name. @returns resolves when they are in use */
export async function systemRoute(session: Session): Promise<void> {
  await session.setProxy({ mode: 'system' });
  // By then, the network service does not always know.
  for (let reload = 0; reload < RELOADS; reload += 1) {
    await session.forceReloadProxyConfig();
    const route = await session.resolveProxy('https://proxy.invalid/');
    if (!route.includes(NOWHERE)) return;
  }
}

/** Permissions, other origins, downloads, and the dictionaries that Chromium would download for its spelling checker. */
function lockDownSession(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const own = details.url.startsWith(`${APP_ORIGIN}/`);
    // DevTools load their own pages; the packaged app has none.
    answer({ cancel: !own && !(details.url.startsWith('devtools:') && !app.isPackaged) });
  });
  session.on('will-download', (event) => event.preventDefault());
}

/** Navigation, new windows, webviews, and WebRTC past the proxy. */
function lockDownContents(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
