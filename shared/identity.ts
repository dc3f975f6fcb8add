/**
 * The names under which systems and keychains know the app. They are part of every installation: a changed one needs a
 * migration from the former one ([ADR 39](../docs/adr/0039-names-that-last.md)). What cannot import them
 * (electron-builder.yml, package.json, the files of the packages) is compared with them by a test.
 */

/** Application id on every system: bundle id, Windows' AppUserModelID, AppStream's component id. */
export const applicationId = 'app.notafter.NotAfter';

/** Name of the desktop file, installed and at login, by the Desktop Entry Specification. */
export const desktopFile = `${applicationId}.desktop`;

/** Name of the data folder, which Electron takes from `productName` of package.json. Never changed so far. */
export const dataFolderName = 'NotAfter';

/** Service of the app's keychain entries. Never changed so far. */
export const keychainService = 'NotAfter';

/** What the app called itself until 0.1.0. Its entries for the start at login are replaced. */
export const former = { applicationId: 'NotAfter.NotAfter', desktopFile: 'notafter.desktop' } as const;
