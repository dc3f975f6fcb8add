import { CloudAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from './components/Button.tsx';
import { EmptyState } from './components/EmptyState.tsx';
import { Toaster } from './components/Toaster.tsx';
import { TooltipProvider } from './components/Tooltip.tsx';
import { Loading } from './frame/Loading.tsx';
import { MainView } from './frame/MainView.tsx';
import { useDocumentLook } from './hooks/useDocumentLook.ts';
import { useT } from './hooks/useT.ts';
import { useAppStore } from './stores/appStore.ts';
import { useViewStore } from './stores/viewStore.ts';

interface AppProps {
  /** Reads main's state again. */
  readonly onReload: () => Promise<void>;
}

/** The whole window: waiting for main's state, unable to get it, or showing it. */
export function App({ onReload }: AppProps) {
  const phase = useAppStore((state) => state.phase);
  const hasSelection = useViewStore((view) => view.selection.ids.size > 0);
  const hasExport = useAppStore((state) => state.phase === 'ready' && state.projection.exportJob !== null);
  useDocumentLook();
  return (
    <TooltipProvider delayDuration={500}>
      {phase === 'loading' && <Loading />}
      {phase === 'failed' && <LoadFailed onReload={onReload} />}
      {phase === 'ready' && <MainView />}
      <Toaster above={hasSelection && hasExport ? 2 : hasSelection || hasExport ? 1 : 0} />
    </TooltipProvider>
  );
}

function LoadFailed({ onReload }: AppProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  return (
    <main className="h-full">
      <h1 className="sr-only">{t('common.appName')}</h1>
      <EmptyState
        icon={CloudAlert}
        title={t('orders.loadFailed.title')}
        actions={
          <Button
            variant="primary"
            busy={busy}
            onClick={() => {
              setBusy(true);
              void onReload().finally(() => setBusy(false));
            }}
          >
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('orders.loadFailed.text')}
      </EmptyState>
    </main>
  );
}
