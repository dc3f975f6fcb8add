import { useEffect } from 'react';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { useLocale } from './useT.ts';

/** Tells the document which language and which theme are chosen; without a choice the theme is the system's. */
export function useDocumentLook(): void {
  const locale = useLocale();
  const theme = useAppStore((state) =>
    state.phase === 'ready' ? state.projection.settings.theme : 'system',
  );
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
