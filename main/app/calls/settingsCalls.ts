import { RateLimit } from '#main/platform/rateLimit.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Base } from '../base.ts';
import type { Services } from '../services.ts';
import { type CallLimits, counted, within } from './callLimits.ts';

/** Handlers of the calls about settings and updates. */
export function settingsCalls(
  { desktop, settings, windowView, clock }: Base,
  { updates }: Services,
  { addresses }: CallLimits,
) {
  const feeds = new RateLimit(30, 60_000, clock);
  return {
    'app:rememberView': (view) => windowView.save(view),
    'settings:set': (change) => {
      const now = settings.get();
      const { acmeDirectory = now.acmeDirectory } = change;
      const isNew = acmeDirectory !== null && acmeDirectory !== now.acmeDirectory;
      return within(counted(addresses, isNew), () => settings.set({ ...now, ...change }));
    },
    'settings:shortcutState': () => desktop.quickShortcut.state(),
    'update:check': () => (feeds.take().ok ? updates.check() : null),
    'update:download': () => (feeds.take().ok ? updates.download() : null),
    'update:install': () => updates.install(),
  } satisfies Partial<CallHandlers>;
}
