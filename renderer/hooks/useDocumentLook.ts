import { useLayoutEffect } from 'react';
import type { Settings } from '#shared/domain/settings.ts';

/**
 * Sets the document's language and theme before the page that has them is painted.
 * @param locale a BCP 47 tag; `undefined`: not known yet, so nothing changes
 * @param theme `system`: without a chosen theme the system's applies
 */
export function useDocumentLook(locale: string | undefined, theme: Settings['theme'] | undefined): void {
  useLayoutEffect(() => {
    if (locale !== undefined) document.documentElement.lang = locale;
  }, [locale]);
  useLayoutEffect(() => {
    if (theme === undefined) return;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
