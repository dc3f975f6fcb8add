/** The scripts of living languages that are written from right to left (Unicode, property Script and ISO 15924). */
const rightToLeftScripts: ReadonlySet<string> = new Set(
  'Adlm Arab Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/** Whether a desktop with these languages (BCP 47, most preferred first) is written from right to left. */
export function isRightToLeft([language = 'en']: readonly string[]): boolean {
  try {
    return rightToLeftScripts.has(new Intl.Locale(language).maximize().script ?? '');
  } catch {
    // Not a language tag, such as `C`.
    return false;
  }
}
