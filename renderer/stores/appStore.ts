import { create } from 'zustand';
import type { Locale } from '#shared/i18n/types.ts';
import type { Projection } from './projection.ts';

/** What is known of main: nothing yet, its mirrored state, or that it could not be read. */
type AppState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly projection: Projection };

/** Main's state as last told. Written by the mirror alone. */
export const useAppStore = create<AppState>()(() => ({ phase: 'loading' }));

/** Reads a part of main's state. For use below the frame, which is shown only once there is a state. */
export function useApp<Part>(select: (projection: Projection) => Part): Part {
  return useAppStore((state) => {
    if (state.phase !== 'ready') throw new Error('main’s state is read before it is known');
    return select(state.projection);
  });
}

/** Main's state at this moment, for event handlers; `null` before it is known. */
export function currentApp(): Projection | null {
  const state = useAppStore.getState();
  return state.phase === 'ready' ? state.projection : null;
}

/** The language to speak: the one that was chosen, else the system's. */
export function localeOf({ settings, app }: Pick<Projection, 'settings' | 'app'>): Locale {
  return settings.language === 'system' ? app.locale : settings.language;
}
