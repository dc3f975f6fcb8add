/** What the app without a window (`notafter run`) says of its work, one line per thing. */
export const service = {
  first: '{{order}}: fetched, valid until {{date}}',
  renewed: '{{order}}: renewed, valid until {{date}}',
  unchanged: '{{order}}: unchanged',
  pollFailed: '{{order}}: {{title}}. {{why}}',
  works: '{{order}}: could be checked again',
  connection: {
    active: '{{connection}}: the service answers',
    rejected:
      '{{connection}}: the service refused the access token ({{status}}). Put a valid one into “{{file}}”, which is read again every 5 minutes; with LoadCredential= of systemd, restart the service after the change.',
    probing: '{{connection}}: the service does not answer. {{why}}',
    waitingForToken:
      '{{connection}}: there is no access token. Its file “{{file}}” is looked for every 5 minutes; with LoadCredential= of systemd, restart the service after a change.',
  },
  files: {
    rewritten: '{{order}}: the files in {{folder}} were updated',
    unproven: '{{order}}: the files in {{folder}} were updated, but failed verification',
    commandFailed: '{{order}}: the files in {{folder}} were updated, but their command failed',
    changed:
      '{{order}}: the files in {{folder}} were not updated, because another program changed or removed some',
    held: '{{order}}: the files in {{folder}} were not updated, because the new certificate needs a review',
    failed: '{{order}}: the files in {{folder}} could not be updated',
  },
  filesWhy: '{{said}}. {{why}}',
  command: '{{order}}: {{program}} {{ending}}',
  delivery: '{{name}} by {{hook}}: {{verdict}}',
  refusedDelivery: 'A delivery from {{from}} was refused. {{reason}}',
  vault: {
    keyMissing:
      'There is no vault key, so the private keys of deliveries can’t be decrypted, and deliveries are refused (503). Put the previous key back into “notafter-vault-key” and restart the service. Without it the stored private keys are lost, and only the window can begin a new vault.',
    keyWrong:
      '“notafter-vault-key” has another key than the one that the private keys of deliveries were encrypted with, so deliveries are refused (503). Put the previous key back and restart the service. Without it the stored private keys are lost, and only the window can begin a new vault.',
  },
  clockRight: 'This computer’s clock is right again',
  listening: 'Receiving at {{address}}',
  notListening: 'Not receiving: {{fault}}',
  reload: {
    begun: 'Reading the configuration again',
    done: 'The configuration was read again',
    change: '{{file}}: {{action}} {{kind}} {{name}}',
    unchanged: '{{file}}: nothing changed',
    refused: '{{file}} was not used, and nothing changed. {{why}}',
    exposes:
      '{{file}} was not used, and nothing changed: it gives private keys to others or silences alerts. Look at it with “notafter config import --dry-run”, and start with --accept-warnings.',
  },
  action: { added: 'added', changed: 'changed', removed: 'removed' },
} as const;
