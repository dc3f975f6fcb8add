/** Formats of a report: for programs, for spreadsheets, for a ticket. */
export const reportFormats = ['json', 'csv', 'markdown'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Formats of the timeline: for spreadsheets, for calendars (RFC 5545). */
export const timelineFormats = ['csv', 'ics'] as const;
export type TimelineFormat = (typeof timelineFormats)[number];
