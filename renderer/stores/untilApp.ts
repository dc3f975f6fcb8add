import { currentApp, useAppStore } from './appStore.ts';
import type { Projection } from './mirror.ts';

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
