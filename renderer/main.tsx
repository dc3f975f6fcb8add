import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { translatorOf } from '#shared/i18n/translator.ts';
import { App } from './App.tsx';
import { bridge } from './bridge.ts';
import { tickNow } from './hooks/useNow.ts';
import { initialLocale } from './i18n.ts';
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
  return translatorOf(state.phase === 'ready' ? localeOf(state.projection) : initialLocale());
};

on['app:pasteRefused'](() => {
  const t = wordsNow();
  showToast({ tone: 'warning', title: t('orders.pasteRefused.title'), text: t('orders.pasteRefused.text') });
});

// A rejected call is a bug in main. The user has to learn that the action did not happen.
window.addEventListener('unhandledrejection', () => {
  const t = wordsNow();
  showToast({ tone: 'danger', title: t('orders.unexpected.title'), text: t('orders.unexpected.text') });
});

const painted = () => void calls['app:painted'](null);

createRoot(root).render(
  <StrictMode>
    <App onReload={mirror.reload} onPainted={painted} />
  </StrictMode>,
);
