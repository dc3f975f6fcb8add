/** The languages that the app speaks. */
export const appLanguages = ['en', 'zh-CN'] as const;
export type AppLanguage = (typeof appLanguages)[number];

/** Where the reader of dates is. */
export interface DatePlace {
  /** Whose forms dates have, such as `US`; empty: those of the language. */
  readonly region: string;
  /** IANA; empty: that of the process. */
  readonly timeZone: string;
}
