/** Reports and calendars that leave the app. */
export const report = {
  title: 'NotAfter: {{date}}',
  about_one: '{{count, number}} order, NotAfter {{version}}. Times are in UTC.',
  about_other: '{{count, number}} orders, NotAfter {{version}}. Times are in UTC.',
  heading: 'Deployment: {{group}} ({{size, number}})',
  noPlaces: 'No exported files or servers',
  column: {
    order: 'Order',
    connection: 'Connection',
    status: 'Status',
    notAfter: 'Expires',
    left: 'Time left',
    renewal: 'Renewal',
    places: 'Deployment',
    tags: 'Tags',
  },
  notes: 'Notes',
  place: {
    is: '{{place}}: {{state}}',
    separator: '; ',
    addresses: '{{status}} ({{affected}} of {{addresses}} addresses)',
    until: '{{place}}, valid until {{date}}',
    omitted_one: '{{place}}, {{count, number}} more address not checked',
    omitted_other: '{{place}}, {{count, number}} more addresses not checked',
  },
  renewal: {
    /** Without a renewal that was seen. */
    expected: 'expected by {{date}}',
    notDue: 'due {{date}}',
    due: 'due since {{date}}',
    overdue: '{{time}} overdue',
  },
  calendar: {
    summary: 'Certificate expires: {{name}}',
    order: 'Order {{rid}} of {{connection}}',
    chainEnd: '{{chain}} in the chain expires then, before the certificate',
    issuer: 'Issued by {{issuer}}',
    domains: 'For {{domains}}',
  },
  dialog: {
    report: 'Save the report',
    timeline: 'Save the timeline',
    json: 'JSON',
    csv: 'CSV',
    markdown: 'Markdown',
    ics: 'Calendar',
  },
} as const;
