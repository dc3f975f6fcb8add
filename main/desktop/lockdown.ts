import { app, type Session } from 'electron';
import { APP_ORIGIN } from './appScheme.ts';

/** Denies all pages of a session what the app does not need: permissions, other origins, downloads. */
export function lockDown(session: Session): void {
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

/** Denies navigation, new windows and webviews to all web contents, for each when it is created. */
export function lockDownContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}
