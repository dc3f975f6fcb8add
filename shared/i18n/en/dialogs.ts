/** Native dialogs and menus of the main process: file choosers, what stops the start, and the menu of a text. */
export const dialogs = {
  quit: 'Quit',
  tryAgain: 'Try again',
  keepCopyAndStartOver: 'Keep a copy and start over',
  chooseCaFile: 'Choose the CA file',
  pemFiles: 'PEM certificates',
  chooseTlsCertificate: 'Choose the certificate with its chain',
  chooseTlsKey: 'Choose the private key of this certificate',
  tlsFiles: 'PEM files',
  allFiles: 'All files',
  chooseExportFolder: 'Choose the export folder',
  exportHere: 'Export here',
  saveZip: 'Save the ZIP file',
  zipFiles: 'ZIP file',
  configurationFiles: 'Configuration file',
  saveConfiguration: 'Export configuration',
  openConfiguration: 'Import configuration',
  /** What a desktop shows of the shortcut when it asks for it. */
  openQuick: 'Open the quick window',
  /** The menu of a text field, in the words of the system's own. */
  text: {
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
  },
  /** Boxes in which the person agrees to something. What exactly it is stands on lines between `text` and `next`. */
  consent: {
    /** Begins of those lines. */
    fact: {
      folder: 'Folder: ',
      file: 'File: ',
      files: 'Files: ',
      connection: 'Connection: ',
      order: 'Order: ',
      orders: 'Orders: ',
      names: 'Names: ',
      address: 'Address: ',
      currentVersion: 'Installed now: ',
      nextVersion: 'Downloaded: ',
      protocol: 'Protocol: ',
      hook: 'WebHook: ',
      worktree: 'Git worktree: ',
      syncedBy: 'Synced by: ',
      networkProtocol: 'Network protocol: ',
      issuer: 'Issued by: ',
      validUntil: 'Valid until: ',
      fingerprint: 'SHA-256: ',
      keyAdded: 'Private key in: ',
      modeWidened: 'Private key readable by a group: ',
      encryptionLost: 'Private key without a passphrase: ',
      keyMoved: 'Private key in another folder: ',
      links: 'Plain files instead of symbolic links: ',
      destination: 'Private key to be exported to: ',
      updatesOn: 'Private key written without a question: ',
      alertsOff: 'Alerts switched off: ',
    },
    addressAndPort: '{{address}}, port {{port}}',
    allAddresses: '{{address}} (all addresses of this computer), port {{port}}',
    https: 'HTTPS',
    plainHttp: 'HTTP, not encrypted',
    command: {
      title: 'Run this command after each update?',
      text: 'After each write to this folder, NotAfter runs this program with exactly these arguments, as user {{user}} in {{home}}, without a shell.',
      next: 'Agree only if you entered this.',
      agree: 'Run after each update',
    },
    importedCa: {
      title: 'Trust this certificate authority?',
      text: 'It came from a configuration file. NotAfter then trusts the service that has a certificate of it, and the certificates of its orders that lead to it.',
      next: 'Agree only if you compared the fingerprints with those that the service’s administrator names.',
      agree: 'Trust',
    },
    import: {
      title: 'Import these changes?',
      text: 'The configuration file changes who can read private keys, where they go, or which alerts you get.',
      next: 'Agree only if you know who made the file and why.',
      agree: 'Import',
    },
    exposure: {
      title: 'Let other computers reach NotAfter?',
      text: 'NotAfter will listen for deliveries here:',
      next: 'Everyone in the same network can then send requests to NotAfter. A tunnel or proxy on this computer only needs 127.0.0.1.',
      plainNext:
        'Everyone in the same network can then send requests to NotAfter. Deliveries contain private keys: without TLS, others in the network can read them.',
      agree: 'Allow access',
    },
    selfTest: {
      title: 'Send a test delivery to this address?',
      text: 'NotAfter sends one request there, without a certificate or key. Its signature is valid for this test only.',
      next: 'Agree only if this is the public address of the WebHook. You are not asked again for it until NotAfter quits.',
      agree: 'Send test delivery',
    },
    warnedPlace: {
      title_one: 'Write {{count, number}} private key to this place?',
      title_other: 'Write {{count, number}} private keys to this place?',
      modeNotKept: 'This file system has no permissions: everyone with access to it can read the key.',
      writableByOthers: 'Other users of this computer can write to this folder.',
      gitWorktree: 'The folder is in a Git worktree that does not ignore the key: it would be committed.',
      gitUnknown: 'The folder is in a Git worktree, and Git may not ignore the key.',
      cloudSynced: 'The folder is synced: the key is copied to servers or other devices.',
      networkFileSystem:
        'The folder is on another computer: the key is sent over the network and can be read there.',
      agree: 'Write there',
    },
    replacing: {
      title_one: 'Replace {{count, number}} file?',
      title_other: 'Replace {{count, number}} files?',
      text: 'Another program or person wrote or changed these files. What is there now is kept, so you can restore it.',
      agree: 'Replace',
    },
    copyKey: {
      title: 'Copy this private key?',
      text: 'Anyone with this key can impersonate these names until the certificate expires or is revoked. While it is on the clipboard, every program you run can read it.',
      next: 'NotAfter clears it from the clipboard after 30 seconds and when you quit. Clipboard histories are asked to ignore it, but not all do. “Export…” is safer if you need a file.',
      agree: 'Copy key',
    },
    dragKeys: {
      title_one: 'Drag this private key out of NotAfter?',
      title_other: 'Drag {{count, number}} private keys out of NotAfter?',
      text: 'Anyone with a private key can impersonate its names until the certificate expires or is revoked. NotAfter can’t check where you drop the files, nor who can read them there.',
      next: 'After you agree, drag the rows again within one minute. NotAfter removes its own copies after ten minutes. “Export…” is safer: it checks the folder and sets the permissions.',
      agree: 'Allow the drag',
    },
    approval: {
      title: 'Accept this delivery without the service?',
      titleChanged: 'Accept this delivery with other names?',
      titleBack: 'Accept this delivery with an older certificate?',
      text: 'Compare this with what you ordered. NotAfter checks that key and certificate match, that the chain leads to a trusted root, and that the certificate is valid. It never asks the service whether it issued it. The signature covers the time only: it does not prove the sender.',
      next: 'From now on, deliveries of this order through this WebHook are accepted without a question, as long as they pass these checks and have exactly these names. Exported files that are kept up to date are updated with them.',
      agree: 'Accept without the service',
    },
    install: {
      title: 'Quit NotAfter and install the new version?',
      text: 'NotAfter quits, replaces its program with the downloaded one, and starts again. A running export finishes first.',
      agree: 'Quit and install',
    },
    startOver: {
      title_one: 'Delete {{count, number}} stored private key permanently?',
      title_other: 'Delete {{count, number}} stored private keys permanently?',
      text: 'The stored keys of deliveries can’t be read any more, even if the old vault key comes back. The service can deliver them again.',
      next: 'Certificates and orders stay.',
      agree_one: 'Give up {{count, number}} key and start over',
      agree_other: 'Give up {{count, number}} keys and start over',
    },
  },
  /** The package runs without Chromium's sandbox. */
  noSandbox: {
    title: 'NotAfter is not protected',
    detail:
      'The sandbox of its window is switched off. A fault in the window’s engine could then give an attacker your access tokens and private keys. Start NotAfter without the switches that turn the sandbox off.',
    detailLinux:
      'The sandbox of its window is switched off, probably because this system doesn’t allow user namespaces. A fault in the window’s engine could then give an attacker your access tokens and private keys. Use the deb package, or allow user namespaces for NotAfter.',
    goOn: 'Run without protection this time',
  },
  databaseNewer: {
    title: 'Made by a newer NotAfter',
    detail:
      'The database in {{folder}} was written by a newer version of NotAfter, and this version can’t read it. Nothing was changed. Install the newer version again, or keep a copy of the database and start over.',
  },
  databaseDamaged: {
    title: 'The database is damaged',
    detail:
      'The database in {{folder}} can’t be read. Start over with an empty database (the damaged one is kept beside it), or quit and restore a backup. Access tokens stay in the keychain.',
  },
  databaseForeign: {
    title: 'This database isn’t NotAfter’s',
    detail: 'Another program wrote {{file}}. Nothing was changed. Move it away, then try again.',
  },
  databaseNotAFile: {
    title: 'The database isn’t a file',
    detail: '{{file}} is a folder, a pipe or a device. Move it away, then try again.',
  },
  databaseBrokenLink: {
    title: 'The database isn’t there',
    detail:
      '{{file}} is a link to {{target}}, and there is no such file. Connect the disk that it is on, then try again. To start over, move the link away first.',
  },
  windowless: {
    title: 'NotAfter runs without a window',
    detail: '“notafter run” uses the data in {{folder}}. End it to open the window.',
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
  /** One sentence or two, in a dialog and in a terminal. `folder` and `option` are quoted for a shell. */
  refusedStart: {
    foreign:
      '{{folder}} belongs to another user (uid {{owner}}), who could change what NotAfter reads there. Run NotAfter as that user, or set HOME to a folder of your own.',
    writable:
      'Other users can change {{folder}}, and so what NotAfter reads there. Remove their permission to write (chmod go-w), or set HOME to another folder.',
    unusable:
      'NotAfter can’t use {{folder}} for its data ({{code}}). Set HOME to a folder that you can write to.',
    noHome: 'The user database names no home folder for you. Set HOME to a folder of your own.',
    foreignOption: 'Unknown option {{option}} before the command. Options of NotAfter follow the command.',
    unsealed: 'Write “--” before the command, or Chromium reads {{option}} as its own option.',
  },
} as const;
