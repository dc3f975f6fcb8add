/** The classes of each tone: its text and icons, its soft background, and its full colour. */
export const tones = {
  neutral: { ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' },
  info: { ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' },
  success: { ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' },
  warning: { ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  danger: { ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
} as const;

/** The meanings that a colour can carry. A tone never stands alone: an icon or a word says the same. */
export type Tone = keyof typeof tones;
