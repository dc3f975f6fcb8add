/** What the system's notifications say. Names come from outside; the sink escapes them where the system needs it. */
export const notifications = {
  /** A way by which alerts reach the user was closed, perhaps not by the user. */
  silenced: {
    title: 'You get fewer alerts from now on',
    alerts: 'Alerts were switched off.',
    notifications: 'Notifications on this computer were switched off.',
    kind: 'A kind of alerts was switched off.',
    days: 'There are fewer alerts before a certificate expires.',
    pause: 'Notifications are paused.',
  },
  button: { show: 'Show', snooze: 'Snooze for 1 day' },
  // Desktops cut long texts: titles begin with the name and are short, bodies begin with what to do and end with the date.
  expiringTitle: '{{title}} {{expiry}}',
  chainExpiringBody:
    'Have it renewed with a newer chain, and deploy it. {{chain}} in the chain expires before the certificate, on {{notAfter}}.',
  chainExpiredBody:
    'Have it renewed with a newer chain, and deploy it: visitors see a warning. {{chain}} in the chain expired on {{notAfter}}.',
  expiringBody: 'Renew it in time. Valid until {{notAfter}}.',
  criticalBody: 'Act now: it has not been renewed. Valid until {{notAfter}}.',
  expiredTitle: '{{title}} has expired',
  expiredBody:
    'Renew and deploy it: visitors see a warning where it is still used. It was valid until {{notAfter}}.',
  /** The title of the worst of several alerts, and how many others there are. */
  andMore: '{{title}}, {{count, number}} more',
  renewedTitle: '{{title}} was renewed',
  renewedBody: 'Export it to deploy it. Valid until {{notAfter}}.',
  renewedDeployedTitle: '{{title}} was renewed and deployed',
  renewedDeployedBody: 'Every server and exported file has it. Valid until {{notAfter}}.',
  renewedPartlyBody: 'Not every server and exported file has it correctly yet. Valid until {{notAfter}}.',
  renewedReviewTitle: '{{title}} was renewed: review it',
  renewedReviewBody: '{{todo}} {{what}}. Files that are kept up to date stay as they are.',
  renewalsTitle_one: '{{count, number}} certificate was renewed',
  renewalsTitle_other: '{{count, number}} certificates were renewed',
  renewalsBody: 'Export them to deploy them: {{titles}}.',
  renewalsDeployedTitle_one: '{{count, number}} certificate was renewed and deployed',
  renewalsDeployedTitle_other: '{{count, number}} certificates were renewed and deployed',
  renewalsDeployedBody: 'Among them: {{titles}}.',
  unconfirmedTitle: '{{title}}: unconfirmed for a day',
  unconfirmedBody: 'Open NotAfter to see why: {{connection}} did not return its certificate.',
  unconfirmedManyTitle_one: '{{connection}}: {{count, number}} unconfirmed order',
  unconfirmedManyTitle_other: '{{connection}}: {{count, number}} unconfirmed orders',
  unconfirmedManyBody: 'Open NotAfter to see why: they could not be confirmed for a day.',
  mixedBody: '{{parts}}.',
  separator: ', ',
  part: {
    rejected_one: '{{count, number}} token rejected',
    rejected_other: '{{count, number}} tokens rejected',
    drift_one: '{{count, number}} not deployed',
    drift_other: '{{count, number}} not deployed',
    unconfirmed_one: '{{count, number}} unconfirmed for a day',
    unconfirmed_other: '{{count, number}} unconfirmed for a day',
    renewedReview_one: '{{count, number}} renewed, review needed',
    renewedReview_other: '{{count, number}} renewed, review needed',
    copyUnproven_one: '{{count, number}} export updated but not verified',
    copyUnproven_other: '{{count, number}} exports updated but not verified',
    copyCommandFailed_one: '{{count, number}} export updated, but its command failed',
    copyCommandFailed_other: '{{count, number}} exports updated, but their commands failed',
    copyLeft_one: '{{count, number}} export not updated',
    copyLeft_other: '{{count, number}} exports not updated',
  },
  tokenRejectedTitle: '{{connection}}: access token rejected',
  tokenRejectedBody_one: 'Replace the token: until then its {{count, number}} order is not checked.',
  tokenRejectedBody_other: 'Replace the token: until then its {{count, number}} orders are not checked.',
  deliveryTitle: '{{name}}: a delivery waits',
  deliveryReason: {
    unknownName: 'Link it to an order once; later ones are matched.',
    orderGone: 'Link it to another order: its own was removed.',
    leafDiffers: 'It is not used: the service returns another certificate for this order.',
    notAsked: 'It is not used yet: the service could not be checked for its certificate.',
    namesDiffer: 'See the deliveries: its certificate is for other names than you approved.',
    chainNotTrusted: 'It is not used: its chain does not reach a trusted root.',
    refused: 'See the deliveries for the reason: clients refuse its certificate, so it is not used.',
    olderLeaf: 'See the deliveries: its certificate is older than the current one of the order.',
    expired: 'It is not used: its certificate has expired.',
    notYetValid: 'It is not used: its certificate is not valid yet.',
  },
  /** A guess by its names. */
  deliverySuggestion: 'Link it to {{order}}, if that is its order: later ones are matched.',
  deliveriesTitle_one: '{{count, number}} delivery waits for you',
  deliveriesTitle_other: '{{count, number}} deliveries wait for you',
  deliveriesBody: 'Review them: until then they are not used.',
  drift: {
    title: '{{title}} is not deployed',
    body: 'Deploy it and reload the server: {{place}} still serves the previous certificate. {{renewed}} {{ends}}',
    manyBody_one:
      'Deploy it and reload the server: {{count, number}} server still serves the previous certificate. {{renewed}} {{ends}}',
    manyBody_other:
      'Deploy it and reload the servers: {{count, number}} servers still serve the previous certificate. {{renewed}} {{ends}}',
    renewed: {
      today: 'Renewed today.',
      yesterday: 'Renewed yesterday.',
      daysAgo_one: 'Renewed {{count, number}} day ago.',
      daysAgo_other: 'Renewed {{count, number}} days ago.',
    },
    served: {
      expires: 'The served one expires in {{time}}.',
      expired: 'The served one has expired.',
    },
    chainTitle: '{{title}}: an old chain is served',
    chainBody:
      'Deploy the chain of the current files and reload the server: at {{place}} it ends before the certificate. {{ends}}',
    chainManyBody_one:
      'Deploy the chain of the current files and reload the server: at {{count, number}} server it ends before the certificate. {{ends}}',
    chainManyBody_other:
      'Deploy the chain of the current files and reload the servers: at {{count, number}} servers it ends before the certificate. {{ends}}',
    foreignTitle: '{{title}}: another certificate served',
    foreignBody:
      'Open NotAfter to compare them: {{place}} serves a certificate that is not from this order. {{ends}}',
    foreignManyBody_one:
      'Open NotAfter to compare them: {{count, number}} server serves a certificate that is not from this order. {{ends}}',
    foreignManyBody_other:
      'Open NotAfter to compare them: {{count, number}} servers serve a certificate that is not from this order. {{ends}}',
  },
  copyTitle: {
    rewritten: '{{title}}: exported files updated',
    unproven: '{{title}}: files failed verification',
    commandFailed: '{{title}}: command failed',
    changed: '{{title}}: files not updated',
    held: '{{title}}: files not updated',
    failed: '{{title}}: files not updated',
  },
  copyBody: {
    rewritten: 'Reload the server to use it. The new certificate is in {{folder}}.',
    unproven:
      'Update the files in NotAfter to see why. The new certificate is in {{folder}}, but its files failed verification.',
    commandFailed:
      'Open NotAfter to see the output and to run the command again: {{program}} {{ending}}. The new certificate is in {{folder}}; a server may still use the previous one.',
    changed:
      'Look at them in NotAfter: another program or person changed or removed files in {{folder}}, so NotAfter did not touch them.',
    held: 'Review the new certificate: until then it is not written to {{folder}}.',
    failed:
      'Update the files in NotAfter to see why. The new certificate could not be written to {{folder}}.',
  },
  /** How a program ended. */
  commandEnding: {
    exited: 'exited with code {{code}}',
    signalled: 'was terminated by {{signal}}',
    timedOut: 'timed out and was stopped',
    notStarted: 'could not be started ({{code}})',
  },
} as const;
