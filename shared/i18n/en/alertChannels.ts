/** What takes alerts as events: the settings, the consent and the silence of each channel by its id, and the words of all. */
export const alertChannels = {
  command: {
    title: 'Command for alerts',
    about:
      'Gets each alert as JSON on standard input. Paused with notifications; retried 3 times. No keys, no tokens.',
    commandHint:
      'Such as /usr/bin/curl -fsS --json @- https://hooks.example.com. A name without a path is resolved to its full path when you save.',
    save: 'Save command',
    remove: 'Remove',
    removeFailed: 'The command was not removed',
    consent: {
      title: 'Run this command with each alert?',
      text: 'With each alert, NotAfter runs this program with exactly these arguments, as user {{user}} in {{home}}, without a shell. It reads names, dates and tags of the order, but no keys and no tokens.',
      agree: 'Run with each alert',
    },
    silenced: { removed: 'The command for alerts was removed.' },
  },
  webhook: {
    title: 'Webhook for alerts',
    about:
      'Posts each alert as JSON to one address, signed by Standard Webhooks. Paused with notifications; retried 6 times in 18 hours. No keys, no tokens.',
    url: 'Webhook address',
    urlHint: 'https, or http for this computer itself. Redirects are not followed.',
    save: 'Save webhook',
    remove: {
      button: 'Remove webhook',
      question: 'Remove the webhook?',
      explained:
        'Its secret is deleted, and events that wait are discarded. The receiver gets no more alerts.',
      keep: 'Keep webhook',
      confirm: 'Remove',
    },
    secret: {
      replace: {
        question: 'Replace the secret of the webhook?',
        explained:
          'The receiver refuses events until it has the new secret. The current one can’t be restored.',
        keep: 'Keep secret',
        confirm: 'Generate new secret',
      },
      title: 'Secret of the webhook',
      enter: 'Enter secret…',
      make: 'Generate new secret',
      made: 'A secret was generated. Copy it to the receiver now: it can be copied once, and is removed from the clipboard after 30 seconds.',
      copy: 'Copy secret once',
      label: 'New secret',
      hint: 'From the receiver: whsec_ and 24 to 64 bytes as base64. It replaces the current one.',
      save: 'Save secret',
    },
    gone: 'The webhook is off: the receiver is gone',
    goneText: 'It answered 410, which means that it never takes events again. What waited was discarded.',
    turnOn: 'Turn on again',
    consent: {
      title: 'Send alerts to this address?',
      titleSameHost: 'Send alerts to another address at the same host?',
      text: 'NotAfter will send each alert that you choose to this address: names, dates and tags of the order, hosts and folders, but no keys and no tokens.',
      agree: 'Send alerts',
    },
    silenced: {
      removed: 'The webhook for alerts was removed or has another address.',
      events: 'The webhook gets fewer kinds of alerts.',
      secret: 'The webhook for alerts has another signing secret: its receiver needs it too.',
    },
  },
  test: 'Send a test event',
  waiting_one: '{{count, number}} event waits. Next try: {{time}}',
  waiting_other: '{{count, number}} events wait. Next try: {{time}}',
  which: 'Events to send',
  event: {
    expiring: 'A certificate expires soon',
    expired: 'A certificate expired',
    renewed: 'A certificate was renewed',
    notDeployed: 'Wrong certificate on a server',
    unconfirmed: 'Orders not confirmed for a day',
    tokenRejected: 'A token was rejected',
    deliveryWaiting: 'Deliveries wait for you',
    filesUpdated: 'Exported files were updated, each folder',
    filesNeedAttention: 'Exported files need attention',
  },
  lastFailure: 'Last failure',
  result: {
    none: 'Nothing was sent yet.',
    done: 'Sent.',
    testDone: 'Test event sent.',
    sent: 'Sent: the receiver answered {{status}}.',
    testSent: 'Test event sent: the receiver answered {{status}}.',
    redirected:
      'Not sent: the receiver redirects ({{status}}), which NotAfter doesn’t follow. Enter the address that it leads to.',
    refused: 'Not sent: the receiver answered {{status}}.',
    nextTry: 'Next try: {{time}}.',
    onlyOnce: 'A test event is sent only once.',
    givenUp: 'The event was given up.',
  },
} as const;
