import { create } from 'zustand';
import type { AppLanguage } from '#shared/domain/language.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { hasTexts, loadedLocales } from '#shared/i18n/translator.ts';
import { isComplete, type Projection } from './mirror.ts';

/** Main's state: not read yet, unreadable, or mirrored. */
type AppState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly projection: Projection };

/** The last known state of main. Only the mirror writes it. */
export const useAppStore = create<AppState>(() => ({ phase: 'loading' }));

/** Reads a part of main's state. Only for components that are rendered once it is known. */
export function useApp<Part>(select: (projection: Projection) => Part): Part {
  return useAppStore((state) => {
    if (state.phase !== 'ready') throw new Error('main’s state is read before it is known');
    return select(state.projection);
  });
}

/** The current state of main, for event handlers; `null` before it is known. */
export function currentApp(): Projection | null {
  const state = useAppStore.getState();
  return state.phase === 'ready' ? state.projection : null;
}

/** The language that the user chose for the window, or else the system's. */
export function chosenLocale({ settings, app }: Pick<Projection, 'settings' | 'app'>): AppLanguage {
  return settings.language === 'system' ? app.language : settings.language;
}

/** The language of the window: the chosen one, unless its texts could not be loaded. */
export function localeOf(projection: Pick<Projection, 'settings' | 'app'>): AppLanguage {
  const chosen = chosenLocale(projection);
  return hasTexts(chosen) ? chosen : (loadedLocales()[0] ?? chosen);
}

/** Resolves when main's state, as the page knows it, meets a condition. */
export function untilApp(meets: (app: Projection) => boolean): Promise<void> {
  const isMet = () => {
    const app = currentApp();
    return app !== null && meets(app);
  };
  if (isMet()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useAppStore.subscribe(() => {
      if (!isMet()) return;
      stop();
      resolve();
    });
  });
}

/** All orders, as soon as they are known: for what is done to all of them. */
export async function allOrders(): Promise<readonly OrderRow[]> {
  await untilApp(isComplete);
  return [...(currentApp()?.orders.values() ?? [])];
}

/** All orders by id; `null`: only the first ones are known yet. */
export function useAllOrders(): ReadonlyMap<string, OrderRow> | null {
  return useApp((app) => (isComplete(app) ? app.orders : null));
}
