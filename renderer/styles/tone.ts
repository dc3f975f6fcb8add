/** The meanings that a colour can carry. A tone never stands alone: an icon or a word says the same. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
