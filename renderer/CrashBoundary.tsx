import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './components/Button.tsx';
import { EmptyState } from './components/EmptyState.tsx';
import { useT } from './hooks/useT.ts';
import { resetView } from './stores/viewStore.ts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

/** Shows a message in place of an empty window when rendering throws. A retry starts with the initial view. */
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
          resetView();
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
        icon={TriangleAlert}
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
