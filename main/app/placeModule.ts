import { PlaceWatch } from '#main/platform/placeWatch.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';

/** Follows the time zone and the region of the system, in all that shows dates or thinks in days. */
export function followPlace(
  { desktop, lifetime, language, systemTime, timeZone }: Base,
  { ticker }: Pick<AlertModule, 'ticker'>,
): void {
  const asks = [desktop.window.onDidFocus, systemTime.onDidJump];
  lifetime.stop(new PlaceWatch({ timeZone, region: () => desktop.region(), language, asks }));
  lifetime.stop(language.onDidMove(() => ticker.invalidate()));
}
