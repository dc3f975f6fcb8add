/** The configuration as a file. */
export const configuration = {
  title: 'Configuration file',
  text: 'Connections, orders, servers to check, folders to export to, presets and the settings of alerts as a JSON file, for another computer or version control. It has no tokens, keys or secrets.',
  export: 'Export configuration…',
  import: 'Import configuration…',
  fromOther: 'Is NotAfter set up on another computer already?',
  saved: 'Saved as {{name}}',
  imported: 'Configuration imported',
  failed: { save: 'The configuration was not exported', open: 'The file was not imported' },
  tokens_one:
    'One connection has no access token on this computer. Its orders are checked as soon as it has one.',
  tokens_other:
    '{{count, number}} connections have no access token on this computer. Their orders are checked as soon as they have one.',
  enterToken: 'Enter token…',
  enterTokenOf: 'Enter the token of {{name}}',
  waiting_one:
    '{{count, number}} folder waits for its first export. Open its order and choose “Export files…”.',
  waiting_other:
    '{{count, number}} folders wait for their first export. Open each order and choose “Export files…”.',
  kind: {
    setting: 'setting',
    connection: 'connection',
    order: 'order',
    endpoint: 'server',
    destination: 'destination',
    preset: 'preset',
  },
  /** What a change does to private keys and alerts. */
  warning: {
    keyAdded: 'The file “{{name}}” has the private key.',
    modeWidened: 'A group of users can read the private key in “{{name}}”.',
    encryptionLost: 'The private key in “{{name}}” has no passphrase any more.',
    keyMoved: 'The private key goes to the folder “{{name}}”.',
    links: 'The files of “{{name}}” are replaced by renaming: symbolic links are no longer written.',
    destination: 'The private key is to be exported to “{{name}}”.',
    updatesOn: 'The private key in “{{name}}” is written after each renewal, without a question.',
    alertsOff: 'Alerts become silent: {{name}}.',
  },
  preview: {
    title: 'Import configuration',
    added_one: '{{count, number}} is added',
    added_other: '{{count, number}} are added',
    changed_one: '{{count, number}} is changed',
    changed_other: '{{count, number}} are changed',
    removed_one: '{{count, number}} is removed',
    removed_other: '{{count, number}} are removed',
    more_one: 'and {{count, number}} more',
    more_other: 'and {{count, number}} more',
    nothing: 'Nothing to change. Everything in this file is here already.',
    outdated: 'Something changed here in the meantime. This is the new comparison.',
    prune: 'Also remove what the file doesn’t have',
    pruneHint_one:
      'Removes {{count, number}} that is here and not in the file. Removed connections lose their tokens.',
    pruneHint_other:
      'Removes {{count, number}} that are here and not in the file. Removed connections lose their tokens.',
    tokenLost: 'A connection that gets the address of another server loses its token.',
    otherCa:
      'A connection that gets another certificate authority loses its token. NotAfter asks before it trusts the new one.',
    asks: 'NotAfter asks once more before it imports what is marked.',
    left: 'No files are exported. WebHooks, exported files, commands and tokens stay as they are on this computer.',
    import_one: 'Import {{count, number}} change',
    import_other: 'Import {{count, number}} changes',
  },
} as const;
