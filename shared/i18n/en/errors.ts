import { inputErrors } from './inputErrors.ts';
import { serviceErrors } from './serviceErrors.ts';

/**
 * Every error in words: what happened, why, what to do next. `{{service}}` is the host where it is known. Which values
 * there are is said in `describeError`.
 */
export const errors = {
  ...serviceErrors,
  ...inputErrors,
  keychainSaid: 'The system says: “{{detail}}”.',
  keychainMissing: {
    bus: 'This session has no message bus (D-Bus), which the keychain, the tray icon and notifications need. All else works.',
    service: 'No program in this session provides the Secret Service ({{name}}).',
    library: 'The library {{name}} is missing or can’t be loaded.',
  },
  tokenMissing: {
    title: 'No access token',
    why: 'This computer has no token for this connection.',
    next: 'Open the connection and enter its access token.',
  },
  keychainLocked: {
    title: 'The keychain is locked',
    why: 'Access tokens are kept in it.',
    next: 'Unlock the keychain, then try again.',
    nextLinux:
      'Unlock your keyring: open “Passwords and Keys” (Seahorse) or KWallet and unlock the login keyring, or sign out and in again. Then try again.',
    nextMac: 'Open Keychain Access, unlock the “login” keychain, then try again.',
    nextWindows: 'Sign out of Windows and in again, then try again.',
  },
  keychainDenied: {
    title: 'The keychain refused access',
    why: 'The system declined access to the token in the keychain.',
    next: 'Try again, and allow access when the system asks.',
  },
  keychainTimedOut: {
    title: 'The keychain doesn’t answer',
    why: 'It may be waiting for your password in another window.',
    next: 'Answer that window, then try again.',
  },
  keychainUnavailable: {
    title: 'No usable keychain',
    why: 'NotAfter stores access tokens in the system’s keychain only, and found none.',
    next: 'Set up the system’s keychain, then try again.',
    nextLinux:
      'Install and start a Secret Service: gnome-keyring, KWallet (KDE), or KeePassXC with Secret Service Integration switched on, together with the libsecret library. Then try again.',
    nextMac:
      'Open Keychain Access and check that the “login” keychain exists and is unlocked, then try again.',
    nextWindows: 'Check in the Services panel that “Credential Manager” is running, then try again.',
  },
  noKeychain: {
    title: 'No keychain',
    why: 'NotAfter without a window stores no secrets: it reads access tokens from the files of $CREDENTIALS_DIRECTORY, and found none.',
    next: 'Put the address and the token into a file of that folder, such as notafter-token-production for the connection “Production”. A folder that belongs to another user, or that others can change, is not read.',
  },
  secretMissing: {
    title: 'Signing secret missing',
    why: 'The keychain no longer holds the signing secret of this WebHook, so its deliveries can’t be checked and are refused.',
    next: 'Add the secret to the WebHook again, then remove the one that is missing.',
  },
  vaultKey: {
    missing: {
      title: 'Vault key missing',
      why: 'The private keys of deliveries are stored encrypted, and the keychain no longer contains the key to decrypt them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are lost then.',
    },
    wrong: {
      title: 'Wrong vault key',
      why: 'The private keys of deliveries are stored encrypted, and the key in the keychain can’t decrypt them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are lost then.',
    },
  },
  keyGone: {
    title: 'The private key is no longer stored',
    why: 'A delivered private key is removed after its export, after its retention time, or at a restart if it was only in memory.',
    next: 'Export without the private key, or have the service deliver the certificate again.',
  },
  pkcs12: {
    wrongPassphrase: {
      title: 'Wrong passphrase',
      why: 'The PKCS#12 file has another passphrase, or was changed.',
      next: 'Enter the passphrase again. If it is lost, export the file again with a new one.',
    },
    damaged: {
      title: 'The PKCS#12 file can’t be read',
      why: 'It is damaged, incomplete, or of an unsupported type.',
      next: 'Export the file again.',
    },
    keyKindNotSupported: {
      title: 'This type of key can’t go into the PKCS#12 file',
      why: 'The programs that read this format don’t support this type of key, such as Ed25519 in the compatible format.',
      next: 'Choose the modern format or PEM files, or have an RSA or ECDSA certificate issued.',
    },
    differs: {
      title: 'The encrypted file is wrong',
      why: 'When it was read again, its key or certificates differed from what was written.',
      next: 'Check the disk, and whether another program changes files in this folder. Then export again.',
    },
  },
  storage: {
    full: {
      title: 'The disk is full',
      why: 'NotAfter could not save new data.',
      next: 'Free some space. Earlier data is kept.',
    },
    readOnly: {
      title: 'The database can’t be written to',
      why: 'NotAfter’s data folder is read-only.',
      next: 'Give your user account write permission for it, then restart NotAfter.',
    },
    locked: {
      title: 'The database is in use',
      why: 'Another program has NotAfter’s database open.',
      next: 'Close that program, such as a backup or sync tool. Then try again.',
    },
    damaged: {
      title: 'The database is damaged',
      why: 'NotAfter’s database can’t be read completely.',
      next: 'Restart NotAfter: it offers to keep a copy and to start with an empty database.',
    },
    other: {
      title: 'Saving failed',
      why: 'NotAfter’s database reported an error.',
      next: 'Try again. If it continues, restart NotAfter.',
    },
  },
  internal: {
    title: 'NotAfter made an error',
    why: 'A fault in NotAfter ended this. The log has the details.',
    next: 'Try again. If it happens again, report it with the diagnostics.',
  },
  loginStart: {
    notWritten: {
      title: 'Starting at login could not be changed',
      why: 'The entry “{{name}}” could not be changed ({{code}}).',
      next: 'Check the permissions of that file and its folder, and the free space on the disk. Then try again.',
    },
    refused: {
      title: 'Starting at login could not be changed',
      why: 'The system did not accept the change.',
      next: 'Allow NotAfter among the login items in the system’s settings.',
    },
  },
  shortcut: {
    title: 'The shortcut was not set',
    why: 'Another program or the desktop has these keys, or the desktop lets no program set shortcuts.',
    next: 'Choose other keys, or let the desktop’s own keyboard settings run “notafter quick”.',
  },
  consent: {
    declined: {
      title: 'Not confirmed',
      why: 'You declined in the confirmation box.',
      next: 'Nothing was changed. Try again if you want to.',
    },
    tooLong: {
      title: 'Too long to confirm',
      why: 'You have to confirm this, and it does not fit into a readable box: at most 12 lines and 600 characters.',
      next: 'Choose a shorter path or name, or put a long command into a script.',
    },
    notFocused: {
      title: 'NotAfter’s window is not in front',
      why: 'This works only while you are using the window.',
      next: 'Click into the window, then try again.',
    },
    otherQuestion: {
      title: 'Another question is open',
      why: 'NotAfter asks one question at a time.',
      next: 'Answer the open box, then try again.',
    },
  },
  tooOften: {
    title: 'Too many attempts',
    why: 'NotAfter limits how often this can be done.',
    next: 'Wait a moment, then try again.',
    nextKnown: 'Try again in {{wait}}.',
  },
  busy: {
    title: 'Already in progress',
    why: 'NotAfter is still working on this.',
    next: 'Wait until it is done, then try again.',
  },
  cancelled: {
    title: 'Cancelled',
    why: 'It was stopped before it was done.',
    next: 'Start it again if you want to.',
  },
} as const;
