import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { translatorOf } from '#shared/i18n/translator.ts';
import { App } from './App.tsx';
import { bridge } from './bridge.ts';
import { tickNow } from './hooks/useNow.ts';
import { initialLocale } from './i18n.ts';
import { localeOf, useAppStore } from './stores/appStore.ts';
import { isComplete, startMirror } from './stores/mirror.ts';
import { showToast } from './stores/toastStore.ts';
import { revealDialog, revealInbox, revealOrder } from './stores/viewStore.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

/** A page in a hidden window does not paint, but its state has to be complete all the same. */
const PAINTS_WITHIN_MS = 1000;

const { calls, on } = bridge();
const firstPaint = Promise.withResolvers<void>();
const mirror = startMirror(
  {
    readFirstPage: () => calls['app:firstPage'](null),
    readSnapshot: () => calls['app:snapshot'](null),
    painted: () => {
      setTimeout(firstPaint.resolve, PAINTS_WITHIN_MS);
      return firstPaint.promise;
    },
    onDelta: on['app:delta'],
  },
  {
    changed: (projection) => {
      tickNow();
      useAppStore.setState({ phase: 'ready', projection }, true);
    },
    failed: () => {
      const state = useAppStore.getState();
      if (state.phase !== 'ready' || !isComplete(state.projection))
        useAppStore.setState({ phase: 'failed' }, true);
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

const painted = () => {
  void calls['app:painted'](null);
  firstPaint.resolve();
};

createRoot(root).render(
  <StrictMode>
    <App onReload={mirror.reload} onPainted={painted} />
  </StrictMode>,
);
