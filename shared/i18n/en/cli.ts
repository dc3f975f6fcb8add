import { cliHelp } from './cliHelp.ts';

/** What the app says in a terminal: docs/cli.md. */
export const cli = {
  ...cliHelp,
  thresholds: {
    order: 'warning {{warning}}, critical {{critical}}: its own',
    tag: 'warning {{warning}}, critical {{critical}}: of the tag {{tag}}',
    general: 'warning {{warning}}, critical {{critical}}: as for all orders',
  },
  orders: {
    unknown: 'No order is named “{{word}}”. “notafter orders list” lists all.',
    ambiguous: 'Several orders are named “{{word}}”. Use one of these: {{names}}.',
    none: 'No orders yet. Add some with “notafter orders add”.',
    rid: 'rid',
    alias: 'Alias',
    certificate: 'Certificate',
    connection: 'Connection',
    tags: 'Tags',
    noAlias: 'no alias',
    nothingToReview: 'nothing needs review',
    accepted: 'accepted',
    acceptWith: 'Nothing was accepted. To accept this certificate, run: {{command}}',
    otherCertificate:
      'Nothing was accepted: the order has another certificate than that of the fingerprint. To accept this one, run: {{command}}',
    names: 'It is for {{names}}.',
    notAccepted: {
      damaged: 'Nothing was accepted: no client can use a damaged certificate.',
      pushOnly: 'Nothing was accepted: a certificate of a push-only order can’t be accepted with that.',
    },
    added: 'added',
    alreadyThere: 'was there already',
    removed: 'removed',
    noTags: 'no tags',
    noNote: 'no note',
    aliasIsToken:
      'The name looks like an access token, and was not stored. If it is one, remove it from the history of your shell.',
    isToken: 'One of the words is an access token, not a rid, and was not added.',
    noRid: '“{{text}}” is not a rid, and was not added.',
  },
  metrics: {
    badKey:
      '“{{word}}” can’t be a label. Use the part before “:” of your tags: up to 49 Latin letters, digits, “.”, “-” or “_”, each key once.',
  },
  connections: {
    name: 'Name',
    address: 'Address',
    orders: 'Orders',
    ca: 'CA file',
    added: 'added: {{address}}',
    none: 'No connections yet. Add one with “notafter connections add”.',
    which: 'Name one of the connections with --connection: {{names}}.',
    unknown: 'No connection is named “{{name}}”. Nothing was removed.',
    confirm: 'Nothing was removed yet. Repeat the command with --yes.',
    removed_one: 'removed with {{count, number}} order',
    removed_other: 'removed with {{count, number}} orders',
    noCaToConfirm: 'This connection has no certificate authority to confirm. Nothing was changed.',
    confirmCa:
      'The certificate authority of this connection came from a configuration file. Compare its fingerprints with those that the service’s administrator names, then add --ca-sha256 {{fingerprints}}. Nothing was changed.',
    tokenUnread: 'The access token can’t be read ({{code}}). Check standard input.',
  },
  /** Why a file with an access token is not used. */
  credentials: {
    missing: 'There is no file “{{file}}” in $CREDENTIALS_DIRECTORY. Nothing was added.',
    ofApp:
      'NotAfter is running and can’t read the files of $CREDENTIALS_DIRECTORY. Quit it, or use {{option}}.',
    absent:
      'The connection “{{name}}” has no access token. Put its address and the token into the file “{{file}}” of $CREDENTIALS_DIRECTORY:',
    refused:
      'The service refuses the access token of the connection “{{name}}”. Create one in the service’s console, and put it into the file “{{file}}” of $CREDENTIALS_DIRECTORY. If systemd hands that over (LoadCredential=), change its source and restart the service:',
    outside:
      '“{{file}}” was not used: it is a link to a file outside of $CREDENTIALS_DIRECTORY. Put the file itself there.',
    notRegular: '“{{file}}” was not used: it is not a regular file. Put a file with the secret there.',
    tooLarge: '“{{file}}” was not used: it is larger than 8 KiB. It may have nothing but the secret.',
    otherOwner:
      '“{{file}}” was not used: it belongs to another user. Give it to root or to your user (chown).',
    writableByAll: '“{{file}}” was not used: every user can change it. Take that right away (chmod o-w).',
    noToken:
      '“{{file}}” was not used: it does not contain an access token. Put the address of the service and the token into it, with a space between them.',
    notAToken:
      '“{{file}}” was not used: it contains more than an access token, which is one word of ASCII characters. An address may come before it.',
    notUtf8: '“{{file}}” was not used: it is not text in UTF-8 or UTF-16. Save it as UTF-8.',
    ambiguous:
      '“{{file}}” was not used: several connections or WebHooks have this name. Name the file after the id.',
    unread:
      '“{{file}}” was not used: it can’t be read ({{code}}). Let your user read it and the folder (chgrp, chmod), or let systemd hand it over (LoadCredential=).',
    malformed:
      '“{{file}}” was not used: it does not have the form of this secret, which docs/server.md describes.',
    otherAddress:
      '“{{file}}” was not used: it names another address than the connection. Correct the one that is wrong.',
    notAllowed:
      '“{{file}}” was not used: it is not allowed for the address of this connection on this computer yet. Check the address, then run:',
    ca: '“{{file}}” was not used: the certificate authority of this connection came from a configuration file. Compare the fingerprints, then run:',
  },
  config: {
    example:
      'Replace the address, the rids and the hosts by yours, and import the file with “notafter config import FILE”.',
    imported: 'Imported.',
    nothingToChange: 'Nothing changed: everything is as in the file.',
    dryRun: 'Nothing changed: this was a preview.',
    needsYes: 'Nothing changed. Add --yes to change or remove what exists.',
    tokenMissing: 'The connection “{{name}}” needs its access token, on standard input:',
    tokenUnused: 'The connection “{{name}}” has a token file that can’t be used:',
    tokenFile:
      'The connection “{{name}}” needs its access token. Put its address and the token into the file “{{file}}” of $CREDENTIALS_DIRECTORY:',
    needsAcceptance:
      'Nothing changed. Add --accept-warnings to accept what is marked with “!”: who can read private keys, where they go, and which alerts are silent.',
    tokenNotAllowed:
      'The token file of the connection “{{name}}” is not used before somebody confirms the address here:',
    waiting_one:
      '{{count, number}} folder waits for its first export: “notafter destinations list” shows it, “notafter export” makes it.',
    waiting_other:
      '{{count, number}} folders wait for their first export: “notafter destinations list” shows them, “notafter export” makes it.',
  },
  endpoints: {
    asks: 'asked for {{serverName}}',
    unknown: 'The order has no server “{{word}}”. Nothing was removed.',
    now_one: '{{title}} has {{count, number}} server:',
    now_other: '{{title}} has {{count, number}} servers:',
  },
  status: {
    name: 'Name',
    status: 'Status',
    left: 'Time left',
    notAfter: 'Not after',
    served: 'Deployment',
    /** Beside the status of servers and exported files, where not all have it. */
    ofPlaces: '{{status}}, {{affected}} of {{all}}',
    renewal: 'Renewal',
    count_one: '{{count, number}} order: {{statuses}}',
    count_other: '{{count, number}} orders: {{statuses}}',
    nothing_one: '{{count, number}} order, nothing to do within {{within}}',
    nothing_other: '{{count, number}} orders, nothing to do within {{within}}',
    wrong_one: '{{counts}} ({{count, number}} order)',
    wrong_other: '{{counts}} ({{count, number}} orders)',
    reasons: '{{title}}: {{reasons}}',
    reasonSeparator: '; ',
    review: '{{title}}: {{what}}. {{todo}}',
    clock: '{{what}}. {{todo}}',
  },
  check: {
    fine_one: '{{count, number}} order; {{title}} expires in {{time}}',
    fine_other: '{{count, number}} orders; the first to expire is {{title}}, in {{time}}',
    wrong: '{{counts}}. {{worst}}',
    more_one: 'and {{count, number}} more order',
    more_other: 'and {{count, number}} more orders',
    timedOut: 'no answer within {{seconds, number}} s; --timeout gives it more time',
  },
  sync: {
    renewed: 'renewed: valid until {{date}}',
    first: 'fetched: valid until {{date}}',
    failed: '{{title}}: {{why}}',
    offline: 'not checked: this computer is offline',
    rejected: 'not checked: the service rejected the access token',
    noToken: 'not checked: its connection has no access token',
    notNow: 'skipped: rate-limited by the service until {{time}}',
    notAnswering: 'not checked: the service did not answer for another order',
    summary: '{{asked}} checked: {{renewed}} renewed, {{unchanged}} unchanged, {{failed}} failed',
    summaryFirst:
      '{{asked}} checked: {{first}} fetched, {{renewed}} renewed, {{unchanged}} unchanged, {{failed}} failed',
    left_one:
      '{{count, number}} order was not checked. Try again later; the running app does so automatically.',
    left_other:
      '{{count, number}} orders were not checked. Try again later; the running app does so automatically.',
    pushOnly_one: '{{count, number}} order is push-only: the service can’t be checked for it.',
    pushOnly_other: '{{count, number}} orders are push-only: the service can’t be checked for them.',
  },
  consent: {
    prompt: 'Type “yes” and Enter to agree:',
    declined: 'You did not agree to the command. Nothing was written.',
    noTerminal:
      'The command needs your consent, and there is no terminal to ask at. Nothing was written. Repeat this in a terminal, or let root write this line to {{file}}:',
    otherProcess:
      'The command needs your consent, and NotAfter is running in another process, which can’t ask at this terminal. Nothing was written. Set the command in the window, quit NotAfter and repeat this in a terminal, or let root write this line to {{file}}:',
    unused: {
      owner: '{{file}} was not used: {{place}} does not belong to root.',
      writable: '{{file}} was not used: others than root can write to {{place}}.',
      link: '{{file}} was not used: {{place}} is a link.',
      notAFile: '{{file}} was not used: {{place}} is no regular file or folder.',
      tooLarge: '{{file}} was not used: it is larger than 64 KiB.',
      unread: '{{file}} was not used: {{place}} can’t be read ({{code}}).',
    },
  },
  update: {
    noOrders:
      'No orders here, so nothing was updated. Run this as the user who has the orders, or add some with “notafter orders add”.',
    updated: 'updated, valid until {{date}}',
    current: 'up to date, valid until {{date}}',
    waiting: 'waits until {{time}}, from when the new certificate is valid',
    off: 'not updated, as it is not kept up to date: export again with --keep-updated',
    changed: 'not updated: another program changed the files',
    missing: 'not updated: files are missing',
    unreadable:
      'not updated: the files can’t be read. Give the user that runs this the right to read and write there',
    olderLeaf: 'not updated: the service’s certificate is older than the one in these files',
    targetAsks: 'not updated: the folder has a new warning. Export the order to it again to see it',
    needsReview: 'not updated until you review the new certificate: {{findings}}',
    notValidNow: 'it is not valid now',
    needsPassphrase: 'not updated: its PKCS#12 file needs the passphrase. Export the order again',
    stillOld: 'written, but the service still gave the previous certificate',
    cancelled: 'not updated: it was cancelled',
    summary: '{{updated}} updated, {{current}} up to date, {{left}} not updated',
  },
  export: {
    unknownPreset: 'Unknown preset “{{preset}}”. Presets: {{presets}}.',
    noFolder: '{{folder}} does not exist. Create it first: mkdir {{folder}}',
    notAFolder: '{{folder}} is not a folder.',
    otherFolder:
      'The running NotAfter sees another folder under {{folder}} than you, or none: a service has another /tmp and no home folders. Choose a folder that both see, such as one in /srv, and name it in ReadWritePaths= of the service’s unit.',
    readOnlyNext:
      'If a service of NotAfter runs, name the folder in ReadWritePaths= of its unit and restart it (docs/server.md). Otherwise choose a folder on another disk.',
    commandFailed:
      'The new certificate is in {{folder}}, but {{program}} {{ending}}. A server may still use the previous one.',
    conflicts: 'These files already exist. Add --replace or --keep:',
    reviewFirst_one: 'Not written: {{titles}}. Add --accept-warnings to write this certificate anyway.',
    reviewFirst_other: 'Not written: {{titles}}. Add --accept-warnings to write these certificates anyway.',
    acceptFirst_one: 'Not written: {{titles}}. Add --accept-warnings to write the private key there anyway.',
    acceptFirst_other:
      'Not written: {{titles}}. Add --accept-warnings to write the private keys there anyway.',
    passphraseMissing: 'The preset {{preset}} writes PKCS#12: add --passphrase-file or --passphrase-stdin.',
    notKept:
      'The preset {{preset}} writes PKCS#12, which needs its passphrase each time: --keep-updated can’t be used.',
    passphraseUnread:
      'The passphrase can’t be read ({{code}}). Check the path and the permissions of its file.',
    warning: 'Warning: {{text}}',
    written: 'Written to {{folder}}:',
    kept: 'Nothing was written to {{folder}}: its files were kept.',
    current: '{{folder}} is already up to date: its files have this certificate since {{date}}.',
    validUntil: '{{name}}, valid until {{date}}',
    validFrom: 'It is valid only from {{date}}: load it into the server after that.',
    snippet: 'For your server:',
  },
  destinations: {
    none: 'Nothing is exported yet. “notafter export” writes files and tracks them.',
    unknown: 'No exported files are tracked in {{folder}}. Nothing was removed.',
    removed: 'no longer tracked; the files stay',
    folder: 'Folder',
    state: 'State',
    written: 'Written',
    keepsUpdated: 'Kept up to date',
    waits: 'Not exported yet',
    yes: 'yes',
    no: 'no',
  },
  presets: {
    preset: 'Preset',
    files: 'Files',
    about: 'About',
    mode: 'Mode',
    format: 'Format',
    content: 'Content',
    lines: 'For your server, with {{folder}} for the folder of the export:',
    reload: 'Then, usually:',
  },
  hooks: {
    none: 'No WebHooks yet. Add one with “notafter hooks add”.',
    path: 'Path',
    added: 'Added',
    off: 'off',
    secret: 'Signing secret, shown only now: {{secret}}',
    noKeychain:
      'NotAfter without a window stores no secrets. Put the signing secret into the file “{{file}}” of $CREDENTIALS_DIRECTORY, and repeat the command with --secret-credential. Nothing was added.',
    secretUnread:
      'The signing secret can’t be read ({{code}}). Check the path and the permissions of its file.',
  },
  events: {
    none: 'Nothing is set to receive alerts, or it is switched off. Nothing was sent.',
    changed: 'was changed or removed meanwhile',
    sent: 'answered {{status}}',
    refused: 'refused it: answered {{status}}',
  },
  probe: {
    endpoint: 'Server',
    address: 'Address',
    none: 'No servers. Add some with “notafter endpoints add”.',
    until: 'valid until {{date}}',
    omitted_one: '{{count, number}} more address was not checked',
    omitted_other: '{{count, number}} more addresses were not checked',
    deployed_one: '{{count, number}} address, deployed',
    deployed_other: '{{count, number}} addresses, all deployed',
    notDeployed: '{{affected}} of {{all}} not deployed',
    misconfigured: '{{affected}} of {{all}} misconfigured',
    unreachable: '{{affected}} of {{all}} unreachable',
    unknown: '{{affected}} of {{all}} not checked',
    missed_one: '{{count, number}} server was not checked: this computer is offline. Its result is older.',
    missed_other:
      '{{count, number}} servers were not checked: this computer is offline. Their results are older.',
  },
  receive: {
    off: 'WebHooks are off. Add one with “notafter hooks add”.',
    listening: 'Receiving at {{address}}. Press Ctrl-C to stop.',
    following: 'NotAfter is running and receives at {{address}}. Ctrl-C stops this list, not the receiver.',
    until: 'valid until {{date}}',
  },
  quick: {
    noWindow: 'There is no window: NotAfter runs here without one. “notafter status” lists the orders.',
    notStarted: 'NotAfter did not start. It needs a desktop session. See the log: {{file}}',
  },
  run: {
    serves: 'NotAfter {{version}} runs without a window. Its data: {{folder}}',
    connections_one: '{{count, number}} connection',
    connections_other: '{{count, number}} connections',
    orders_one: '{{count, number}} order',
    orders_other: '{{count, number}} orders',
    copies_one: '{{count, number}} folder with exported files',
    copies_other: '{{count, number}} folders with exported files',
    ends: 'NotAfter ends.',
    alreadyRuns: 'NotAfter already runs on this data.',
  },
  /** An error: what happened, why, and what to do. */
  problem: '{{title}}. {{why}} {{next}}',
  /** The same of one order among several. */
  about: '{{title}}: {{text}}',
  reach: {
    gaveWay: 'NotAfter was started and continues this.',
    noAnswer: 'NotAfter is running but does not answer. If it shows a question, answer it and try again.',
    otherCommand:
      'Another command is running that can’t read the files of $CREDENTIALS_DIRECTORY. Try again when it has ended.',
    otherVersion: 'NotAfter {{running}} is running, and this is {{own}}. Restart NotAfter and try again.',
    stranger:
      'Another program listens at {{path}}, so nothing was sent to it. Restart NotAfter and try again.',
    onlyRunning:
      'Only the running app accepts such a long command line. Start NotAfter, or name fewer orders.',
    cut: 'NotAfter quit before the command was done. What it had written is complete.',
    justEnded: 'NotAfter has just quit. Nothing was done: try again.',
    failed: 'The command failed. See the log: {{file}}',
    outputLost: 'Standard output could not be written ({{code}}), so it is not complete.',
    noLock: 'The data folder is not writable: {{folder}} ({{code}})',
    databaseNewer: 'A newer NotAfter wrote the database in {{folder}}. Install that version again.',
    databaseDamaged: 'The database in {{folder}} is damaged. Start NotAfter to see the options.',
    databaseDamagedHere:
      'The database in {{folder}} is damaged. Restore a backup, or move “{{file}}” and the files that begin with this name away to start over with an empty database.',
    databaseForeign:
      'Another program wrote {{file}}: it is no database of NotAfter. Move it away, and try again.',
    databaseNotAFile: '{{file}} is a folder, a pipe or a device, not a file. Move it away, and try again.',
    databaseBrokenLink:
      '{{file}} is a link to {{target}}, and there is no such file. Connect the disk that it is on, and try again.',
    databaseLocked: 'Another program has the database in {{folder}} open.',
    databaseUnusable: 'The database in {{folder}} can’t be opened ({{code}}).',
  },
} as const;
