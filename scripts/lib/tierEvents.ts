/** How the tests of a tier ended. */
export type TierOutcome = {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run; `reason` is `null` where none was given. */
  readonly skipped: readonly { readonly name: string; readonly reason: string | null }[];
  /** Names of the tests that passed at a second try only. */
  readonly secondTry: readonly string[];
};

/** What a run of Vitest tells about itself. `ms` is a duration; files are absolute paths. */
export type TierEvent =
  | { readonly kind: 'started'; readonly files: readonly string[] }
  | { readonly kind: 'fileEnded'; readonly file: string; readonly ms: number }
  | { readonly kind: 'ended'; readonly outcome: TierOutcome };
