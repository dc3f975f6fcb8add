import { CloudAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { regionalLocale } from '#shared/i18n/regionalLocale.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { WorkButton } from './components/Button.tsx';
import { EmptyState } from './components/EmptyState.tsx';
import { Skeleton } from './components/Skeleton.tsx';
import { Toaster } from './components/Toaster.tsx';
import { MainView } from './frame/MainView.tsx';
import { PartFailedContext } from './hooks/lazyPart.tsx';
import { useDocumentLook } from './hooks/useDocumentLook.ts';
import { TextContext, type TextEnvironment, useT } from './hooks/useT.ts';
import { firstLocale } from './i18n.ts';
import { localeOf, useAppStore } from './stores/appStore.ts';
import { useSettingsStore } from './stores/settingsStore.ts';
import { dismissToast, showPartFailed, useToastStore } from './stores/toastStore.ts';
import { useViewStore } from './stores/viewStore.ts';

interface AppProps {
  /** Reads main's state again. */
  readonly onReload: () => Promise<void>;
  /** The first state of main was painted. */
  readonly onPainted: () => void;
}

/** The whole window, in the user's language and theme. */
export function App({ onReload, onPainted }: AppProps) {
  const texts = useTextEnvironment();
  const theme = useAppStore((state) =>
    state.phase === 'ready' ? state.projection.settings.theme : 'system',
  );
  useDocumentLook(texts.language, theme);
  return (
    <TextContext value={texts}>
      <CrashBoundary>
        <PartFailedContext value={showPartFailed}>
          <Window onReload={onReload} onPainted={onPainted} />
        </PartFailedContext>
      </CrashBoundary>
    </TextContext>
  );
}

function Window({ onReload, onPainted }: AppProps) {
  const phase = useAppStore((state) => state.phase);
  useEffect(() => {
    // The frame with the rows comes before the next one.
    if (phase === 'ready') requestAnimationFrame(() => requestAnimationFrame(onPainted));
  }, [phase, onPainted]);
  const hasSelection = useViewStore((view) => view.selection.ids.size > 0);
  const hasExport = useAppStore((state) => state.phase === 'ready' && state.projection.exportJob !== null);
  const isSettings = useSettingsStore(({ place }) => place !== null);
  const { toasts } = useToastStore();
  return (
    <>
      {phase === 'loading' && <Loading />}
      {phase === 'failed' && <LoadFailed onReload={onReload} />}
      {phase === 'ready' && <MainView />}
      <Toaster
        toasts={toasts}
        onDismiss={dismissToast}
        above={hasSelection && hasExport ? 2 : hasSelection || hasExport ? 1 : 0}
        isUp={isSettings}
      />
    </>
  );
}

function useTextEnvironment(): TextEnvironment {
  const language = useAppStore((state) =>
    state.phase === 'ready' ? localeOf(state.projection) : firstLocale(),
  );
  const place = useAppStore((state) => (state.phase === 'ready' ? state.projection.place : null));
  const platform = useAppStore((state) =>
    state.phase === 'ready' ? state.projection.app.platform : undefined,
  );
  return useMemo(
    () => ({ language, locale: regionalLocale(language, place?.region, place?.timeZone), platform }),
    [language, place, platform],
  );
}

function LoadFailed({ onReload }: Pick<AppProps, 'onReload'>) {
  const t = useT();
  return (
    <main className="h-full">
      <h1 className="sr-only">{t('common.appName')}</h1>
      <EmptyState
        icon={CloudAlert}
        title={t('orders.loadFailed.title')}
        actions={
          <WorkButton variant="primary" work={onReload}>
            {t('common.tryAgain')}
          </WorkButton>
        }
      >
        {t('orders.loadFailed.text')}
      </EmptyState>
    </main>
  );
}

/** The shape of the list while it is on its way. */
function Loading() {
  const t = useT();
  return (
    <main aria-busy className="flex h-full flex-col gap-6 p-6">
      <h1 className="sr-only">{t('common.appName')}</h1>
      <p role="status" className="sr-only">
        {t('orders.loading')}
      </p>
      <Skeleton className="h-7 w-72" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex items-center gap-6">
          <Skeleton className="size-5 rounded-full" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </main>
  );
}
