import { Bug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './components/Button.tsx';
import { EmptyState } from './components/EmptyState.tsx';
import { useT } from './hooks/useT.ts';
import { initialView, useViewStore } from './stores/viewStore.ts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

/** Shows words instead of an empty window when drawing fails, and begins anew with a plain view when asked to. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly hasCrashed: boolean }> {
  override readonly state = { hasCrashed: false };

  static getDerivedStateFromError(): { readonly hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <Crashed
        onRetry={() => {
          useViewStore.setState(initialView, true);
          this.setState({ hasCrashed: false });
        }}
      />
    );
  }
}

function Crashed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT();
  return (
    <main className="h-full">
      <h1 className="sr-only">{t('common.appName')}</h1>
      <EmptyState
        icon={Bug}
        title={t('orders.unexpected.title')}
        actions={
          <Button variant="primary" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('orders.unexpected.text')}
      </EmptyState>
    </main>
  );
}
