/** Native dialogs of the main process: file choosers and what stops the start. */
export const dialogs = {
  quit: 'Quit',
  tryAgain: 'Try again',
  keepCopyAndStartAnew: 'Keep a copy and start anew',
  chooseCaFile: 'Choose the CA file',
  pemFiles: 'PEM certificates',
  chooseTlsCertificate: 'Choose the certificate with its chain',
  chooseTlsKey: 'Choose the private key of that certificate',
  tlsFiles: 'PEM files',
  allFiles: 'All files',
  chooseExportFolder: 'Choose the folder to export to',
  exportHere: 'Export here',
  saveZip: 'Save the ZIP file',
  zipFiles: 'ZIP file',
  /** Asks whether a command may be run after each rewrite of a copy; the command itself stands below `detail`. */
  copyCommand: {
    title: 'Run this command after each rewrite?',
    detail:
      'In the folder {{folder}}, with your rights (user {{user}}): the program and its arguments, exactly as they will be run. No shell reads them.',
    next: 'It runs each time NotAfter has written the files there. Agree only if this is what you entered.',
    cancel: 'Cancel',
    confirm: 'Run after each rewrite',
  },
  databaseNewer: {
    title: 'Made by a newer NotAfter',
    detail:
      'The database in {{folder}} was written by a newer version of NotAfter, and this version can’t read it. Nothing was changed. Install the newer version again, or keep a copy of the database and start anew.',
  },
  databaseDamaged: {
    title: 'The database is damaged',
    detail:
      'The database in {{folder}} can’t be read. Start anew with an empty database, and the damaged one is kept beside it; or quit and restore a backup. Access tokens stay in the keychain.',
  },
  databaseLocked: {
    title: 'The database is in use',
    detail:
      'Another program holds the database in {{folder}} open. Close it (a backup or sync tool may be one), then try again.',
  },
  databaseUnusable: {
    title: 'The database can’t be opened',
    detail:
      'NotAfter can’t open its database in {{folder}}: {{reason}}. Check the free space and the permissions of that folder, then try again.',
  },
  startFailed: {
    title: 'NotAfter can’t start',
    detail:
      'Something unexpected happened inside NotAfter. Your orders are still on the disk, and the access tokens in the keychain. Start it again; should it happen again, report what the log {{file}} says. It holds no secrets.',
  },
} as const;
