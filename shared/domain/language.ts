/** The languages that the app speaks. */
export const appLanguages = ['en', 'zh-CN'] as const;
export type AppLanguage = (typeof appLanguages)[number];
