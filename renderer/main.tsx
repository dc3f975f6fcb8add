import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hasTexts, translatorOf } from '#shared/i18n/translator.ts';
import type { Locale } from '#shared/i18n/types.ts';
import { App } from './App.tsx';
import { bridge } from './bridge.ts';
import { needsLaterParts, needsLaterTexts } from './frame/laterNeeds.ts';
import { leaveKeysToInputMethods } from './hooks/inputMethod.ts';
import { loadPartsAfter, preloadParts } from './hooks/lazyPart.tsx';
import { tickNow, tickWhileVisible } from './hooks/useNow.ts';
import { firstLocale, loadFirstTexts, loadLaterTexts, loadPageTexts } from './i18n.ts';
import { chosenLocale, currentApp, localeOf, useAppStore } from './stores/appStore.ts';
import { isComplete, type Projection, startMirror } from './stores/mirror.ts';
import { showToast, showUnexpected } from './stores/toastStore.ts';
import { arrangeAsBefore, reveal } from './stores/viewStore.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

/** A page in a hidden window does not paint, but its state has to be complete all the same. */
const PAINTS_WITHIN_MS = 1000;
/** A main process that is not starting answers within this time: the first thing that is painted are rows then. */
const ANSWERS_WITHIN_MS = 60;
/** A page that stays busy loads the rest of itself after this time. */
const PRELOADED_WITHIN_MS = 2000;

leaveKeysToInputMethods();
tickWhileVisible();
const { calls, on } = bridge();
const firstPaint = Promise.withResolvers<void>();
/** Main's state can be shown, could not be read, or takes too long to wait for it. */
const read = Promise.withResolvers<void>();
loadPartsAfter(firstPaint.promise);
/** Whether there are texts of a language; it need not be the chosen one. */
const firstTexts = loadFirstTexts().then(
  () => true,
  () => false,
);
const mirror = startMirror(
  {
    readFirstPage: () => calls['app:firstPage'](null),
    readSnapshot: () => calls['app:snapshot'](null),
    painted: () => firstPaint.promise,
    onDelta: on['app:delta'],
  },
  {
    changed: showWhenReadable,
    failed: () => {
      const state = useAppStore.getState();
      if (state.phase !== 'ready' || !isComplete(state.projection))
        useAppStore.setState({ phase: 'failed' }, true);
      read.resolve();
    },
  },
);
let newest: Projection | null = null;
/** The chosen language whose texts could not be loaded: the window keeps its own. */
let refused: Locale | null = null;
let arePartsLoaded = false;

/** Shows main's state as soon as the texts and parts that it needs are loaded: at once as a rule. */
function showWhenReadable(projection: Projection): void {
  newest = projection;
  const loads = missingFor(projection);
  if (loads.length === 0) showNewest();
  else void Promise.all(loads).then(showNewest);
}

function missingFor(projection: Projection): readonly Promise<void>[] {
  const chosen = chosenLocale(projection);
  const loads: Promise<void>[] = [];
  if (!hasTexts(chosen) && chosen !== refused)
    loads.push(
      loadPageTexts(chosen).catch(() => {
        refused = chosen;
        return tellUnexpected();
      }),
    );
  if (arePartsLoaded) return loads;
  // The window is shown also without parts and texts that could not be loaded.
  if (needsLaterParts(projection)) loads.push(preload());
  else if (needsLaterTexts(projection)) loads.push(loadLaterTexts().catch(() => undefined));
  return loads;
}

async function preload(): Promise<void> {
  await preloadParts();
  arePartsLoaded = true;
}

/** The details come after the first rows. */
async function restoreView({ app: { view } }: Projection): Promise<void> {
  arrangeAsBefore(view);
  await firstPaint.promise;
  const { rememberView } = await import('./frame/rememberedView.ts');
  await rememberView(view);
}

function showNewest(): void {
  if (newest === null) return;
  if (currentApp() === null) {
    setTimeout(firstPaint.resolve, PAINTS_WITHIN_MS);
    void restoreView(newest);
  }
  tickNow(newest.clockAheadMs);
  useAppStore.setState({ phase: 'ready', projection: newest }, true);
  read.resolve();
}

on['app:open'](reveal);

const wordsNow = () => {
  const app = currentApp();
  return translatorOf(app === null ? firstLocale() : localeOf(app));
};

/** Something failed that nobody expected. Before there are texts, nothing can be said. */
async function tellUnexpected(): Promise<void> {
  if (await firstTexts) showUnexpected(wordsNow());
}

on['app:pasteRefused'](() => {
  const t = wordsNow();
  showToast({ tone: 'warning', title: t('orders.pasteRefused.title'), text: t('orders.pasteRefused.text') });
});

// A rejected call is a bug in main. The user has to learn that the action did not happen.
window.addEventListener('unhandledrejection', () => void tellUnexpected());

const painted = () => {
  void calls['app:painted'](null);
  firstPaint.resolve();
  requestIdleCallback(() => void preload(), { timeout: PRELOADED_WITHIN_MS });
};

setTimeout(read.resolve, ANSWERS_WITHIN_MS);
const [hasTextsToShow] = await Promise.all([firstTexts, read.promise]);
if (hasTextsToShow)
  createRoot(root).render(
    <StrictMode>
      <App onReload={mirror.reload} onPainted={painted} />
    </StrictMode>,
  );
// The only words of the page outside of the catalogs: these cannot be read.
else root.textContent = 'NotAfter is damaged. Install it again. Your orders and settings are kept.';
