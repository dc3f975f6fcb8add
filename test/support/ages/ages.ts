/** An earlier version whose data must be opened. */
export interface Age {
  readonly name: string;
  /** The commit whose code wrote the file. */
  readonly commit: string;
  /** `PRAGMA user_version` of its files. */
  readonly schema: number;
  /** The version that had begun the file. */
  readonly after?: Age;
}

/** Versions that were made, and states of 0.1 between two of them: people ran it from its source. */
export const ages: readonly Age[] = [
  { name: '0.1.0-first', commit: 'd3ecc058', schema: 2 },
  { name: '0.1.0-presets', commit: 'cdf51e5b', schema: 9 },
  { name: '0.1.0-review', commit: 'e81f0960', schema: 13 },
  { name: '0.2.0', commit: '1f9f3ec6', schema: 19 },
  { name: '0.3.0', commit: '3b4ab743', schema: 19 },
];

/** Data that one version began, and a later one went on with. */
export const continuedAge = {
  ...{ name: '0.1.0-then-0.2.0', commit: '1f9f3ec6', schema: 19 },
  after: { name: '0.1.0-first', commit: 'd3ecc058', schema: 2 },
} as const satisfies Age;
