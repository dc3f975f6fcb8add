import type { Settings } from '#shared/domain/settings.ts';
import { windowsFor } from '#shared/domain/thresholds.ts';

/** The parts of a lifetime as positions on a bar, from 0 to 1. */
interface ValidityParts {
  /** How much of the lifetime has passed. */
  readonly elapsed: number;
  /** Where the warning and the critical window begin. */
  readonly warningFrom: number;
  readonly criticalFrom: number;
}

/** Computes the parts of a lifetime (Unix ms) at `now`. An empty lifetime counts as passed. */
export function validityParts(
  notBefore: number,
  notAfter: number,
  settings: Settings,
  now: number,
): ValidityParts {
  const lifetime = notAfter - notBefore;
  if (lifetime <= 0) return { elapsed: 1, warningFrom: 1, criticalFrom: 1 };
  const { warningMs, criticalMs } = windowsFor(notBefore, notAfter, settings);
  return {
    elapsed: Math.min(1, Math.max(0, (now - notBefore) / lifetime)),
    warningFrom: 1 - warningMs / lifetime,
    criticalFrom: 1 - criticalMs / lifetime,
  };
}
