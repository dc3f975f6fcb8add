import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { bridge } from './bridge.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { tickNow } from './hooks/useNow.ts';
import { initialLocale, translator } from './i18n.ts';
import { localeOf, useAppStore } from './stores/appStore.ts';
import { startMirror } from './stores/mirror.ts';
import { showToast } from './stores/toastStore.ts';
import { revealDialog, revealInbox, revealOrder } from './stores/viewStore.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

const { calls, on } = bridge();
const mirror = startMirror(
  { readSnapshot: () => calls['app:snapshot'](null), onDelta: on['app:delta'] },
  {
    changed: (projection) => {
      tickNow();
      useAppStore.setState({ phase: 'ready', projection }, true);
    },
    failed: () => {
      if (useAppStore.getState().phase !== 'ready') useAppStore.setState({ phase: 'failed' }, true);
    },
  },
);
on['app:openOrder'](revealOrder);
on['app:openDialog'](revealDialog);
on['app:openInbox'](revealInbox);

const wordsNow = () => {
  const state = useAppStore.getState();
  return translator(state.phase === 'ready' ? localeOf(state.projection) : initialLocale());
};

on['app:pasteRefused'](() => {
  const t = wordsNow();
  showToast({ tone: 'warning', title: t('orders.pasteRefused.title'), text: t('orders.pasteRefused.text') });
});

// An answer that is no answer is a bug in main. The person learns that what was asked for did not happen.
window.addEventListener('unhandledrejection', () => {
  const t = wordsNow();
  showToast({ tone: 'danger', title: t('orders.unexpected.title'), text: t('orders.unexpected.text') });
});

createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <App onReload={mirror.reload} />
    </CrashBoundary>
  </StrictMode>,
);
