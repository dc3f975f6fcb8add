/**
 * What is wrong with an order, by the kind of its condition: `shared/domain/conditions`. Places are servers and exported
 * files.
 */

/** One line beside the status in the list. */
export const conditionsInShort = {
  expired: 'Not renewed',
  revoked: 'By its CA on {{date}}',
  endsSoon: 'Not renewed yet',
  chainExpired: '{{chain}} in the chain expired',
  chainExpires: '{{chain}} in the chain expires',
  servedExpired: 'Serves expired',
  servedEndsSoon: 'What is served expires soon',
  servedOther: 'Serves another',
  notDeployed: 'Serves previous',
  filesOutdated: 'Files out of date',
  filesOpen: 'Others can read its files',
  misconfigured: 'Clients may refuse it',
  notStapled: 'Must staple, and does not',
  filesChanged: 'Files changed',
  unreachable: 'Server sent no certificate',
  filesMissing: 'Files unusable',
  commandFailed: 'A server may use previous files',
  toReplace: 'By {{date}}, says its CA',
  overdue: 'Usually renewed {{late}} ago',
  rejected: 'The service answered {{status}}',
  unconfirmed: 'Last confirmed {{ago}}',
  neverConfirmed: 'Never confirmed',
  settling: 'Not everywhere yet',
  placesUnknown: 'Deployment not checked',
  notYetValid: 'From {{date}}',
  ends: 'Less than {{window}} left',
  servedEnds: 'What is served expires',
} as const;

/** Sentences in the details. */
export const conditionSentences = {
  expired: 'It was not renewed. A server that still uses it shows an error to every visitor.',
  chainExpired:
    '{{chain}} in the chain expired on {{date}}, before the certificate. Clients refuse it, unless they know another path to a root. Have it renewed with a newer chain, and deploy it.',
  chainExpires:
    '{{chain}} in the chain expires on {{date}}, before the certificate. Have it renewed with a newer chain by then, and deploy it.',
  revoked:
    'Its certificate authority revoked it on {{date}}: {{reason}}. Clients that check this refuse it. Have a new one issued and deploy it.',
  endsSoon: 'It has not been renewed yet. Check the order in the service’s console.',
  damaged: 'The service’s certificate is damaged. Files that are kept up to date are not updated with it.',
  failing_one: 'The last attempt failed.',
  failing_other: 'The last {{count, number}} attempts failed.',
  toReplace:
    'The CA wants this certificate replaced by {{date}}. Have it renewed at the service, then deploy the new one.',
  needsReview: 'Review the new certificate. Until then, files that are kept up to date are not updated.',
  overdue: 'The renewal is {{late}} later than usual. Check the automation at the service.',
  rejected:
    '{{connection}} rejects the access token ({{status}}). This order is not checked until you replace the token.',
  unconfirmed:
    'Last confirmed by the service {{ago}}. The certificate may have been renewed or revoked since.',
  neverConfirmed: 'The service has not confirmed this certificate yet.',
  notYetValid: 'Valid from {{date}}. A server that uses it before then shows an error to every visitor.',
} as const;

/** Why a check fails, in the terminal; without a full stop. */
export const conditionReasons = {
  expired: 'the certificate expired {{ago}}',
  chainExpired: '{{chain}} in the chain expired {{ago}}, before the certificate',
  chainExpires: '{{chain}} in the chain expires in {{left}}, before the certificate',
  revoked: 'the certificate was revoked on {{date}}: {{reason}}',
  endsSoon: 'the certificate expires in {{left}}',
  servedExpired: 'what is served expired {{ago}}',
  servedEndsSoon: 'what is served expires in {{left}}',
  servedOther: 'not deployed: a server has another certificate',
  notDeployed: 'not deployed: a server has a previous certificate',
  filesOutdated: 'not deployed: exported files have a previous certificate',
  failing: 'the service can’t confirm it (“{{failure}}”); “notafter sync” says why',
  filesOpen: 'others can read exported files',
  misconfigured: 'a server is misconfigured: chain, name or trust',
  notStapled: 'a server sends no stapled OCSP response, which the certificate requires',
  filesChanged: 'exported files were changed',
  unreachable: 'a server sends no certificate',
  filesMissing: 'exported files are missing or can’t be read',
  commandFailed: 'the command after the last update of exported files failed',
  toReplace: 'the CA wants the certificate replaced by {{date}}',
  overdue: 'its renewal is {{late}} overdue',
  rejected: 'the service rejected the access token; “notafter sync” says what to do',
  unconfirmed: 'not confirmed lately: start NotAfter, or run “notafter sync” and “notafter probe”',
  settling: 'the new certificate is not everywhere yet',
  placesUnknown: 'it is not known what is deployed: start NotAfter, or run “notafter probe”',
  notYetValid: 'the certificate is valid only in {{left}}',
  ends: 'the certificate expires in {{left}}',
  servedEnds: 'what is served expires in {{left}}',
  unknown: 'no certificate yet',
} as const;

/** How many orders have which condition, in the first line of a check. */
export const conditionCounts = {
  expired: '{{count, number}} expired',
  revoked: '{{count, number}} revoked',
  endsSoon: '{{count, number}} expiring very soon',
  damaged: '{{count, number}} damaged',
  servedExpired: '{{count, number}} served certificates expired',
  servedEndsSoon: '{{count, number}} served certificates expiring very soon',
  servedOther: '{{count, number}} with another certificate',
  notDeployed: '{{count, number}} not deployed',
  filesOutdated: '{{count, number}} with outdated files',
  failing: '{{count, number}} that can’t be checked',
  filesOpen: '{{count, number}} with files that others can read',
  misconfigured: '{{count, number}} misconfigured',
  notStapled: '{{count, number}} without a stapled response',
  filesChanged: '{{count, number}} with changed files',
  unreachable: '{{count, number}} unreachable',
  filesMissing: '{{count, number}} with missing files',
  commandFailed: '{{count, number}} with a failed command',
  toReplace: '{{count, number}} to replace, as the CA says',
  needsReview: '{{count, number}} to review',
  overdue: '{{count, number}} overdue',
  rejected_one: '{{count, number}} connection with a rejected token',
  rejected_other: '{{count, number}} connections with a rejected token',
  unconfirmed: '{{count, number}} not confirmed lately',
  settling: '{{count, number}} not everywhere yet',
  placesUnknown: '{{count, number}} with unknown places',
  notYetValid: '{{count, number}} not valid yet',
  ends: '{{count, number}} expiring soon',
  servedEnds: '{{count, number}} served certificates expiring soon',
  unknown: '{{count, number}} without a certificate',
} as const;

/** Notifications about conditions that have an alert. */
export const conditionAlerts = {
  revoked: {
    title: '{{title}} was revoked',
    body: 'Have a new one issued and deploy it. Revoked by its certificate authority: {{reason}}, {{date}}.',
  },
  damaged: {
    title: '{{title}}: certificate damaged',
    body: 'Have it issued again at the service: clients refuse it. Files that are kept up to date are not updated with it.',
  },
  filesOutdated: {
    title: '{{title}}: files are out of date',
    body: 'Update the exported files: they have a previous certificate.',
  },
  failing: {
    title: '{{title}} can’t be checked',
    body: 'Open NotAfter to see what to do: {{failure}}. A renewal would not be noticed.',
  },
  notStapled: {
    title: '{{title}}: no stapled OCSP response',
    body: 'Turn on OCSP stapling in the server: the certificate requires it, so some clients refuse the connection.',
  },
  toReplace: {
    title: '{{title}}: replace the certificate',
    body: 'Have it renewed and deploy it. The CA wants it replaced by {{date}}.',
  },
  overdue: {
    title: '{{title}}: renewal {{late}} overdue',
    body: 'Check the automation at the service. It is normally renewed {{lead}} before it expires; it is now {{left}}.',
  },
} as const;

/** The events of these notifications, as kinds to choose from. */
export const conditionEvents = {
  revoked: 'A certificate was revoked',
  damaged: 'A certificate is damaged',
  filesOutdated: 'Exported files are out of date',
  failing: 'An order can’t be checked',
  notStapled: 'A required stapled response is missing',
  toReplace: 'Early renewal is advised',
  overdue: 'A renewal is overdue',
} as const;
