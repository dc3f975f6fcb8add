/** The classes of each colour: its text and icons, its soft background, and its full colour. */
export const colours = {
  danger: { ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  orange: { ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  amber: { ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  pink: { ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  violet: { ink: 'text-violet', soft: 'bg-violet-soft', fill: 'bg-violet' },
  blue: { ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' },
  gray: { ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' },
  green: { ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' },
} as const;

/** The colour of each tone. */
export const tones = {
  neutral: colours.gray,
  info: colours.blue,
  success: colours.green,
  warning: colours.amber,
  danger: colours.danger,
} as const;

/** The meanings that a colour can carry. A tone never stands alone: an icon or a word says the same. */
export type Tone = keyof typeof tones;
