import type { ProbeStatus } from '#shared/domain/deploymentStatus.ts';

/** The words for a status in JSON and CSV reports. Programs read them, so they never change (docs/cli.md). */
export const wireStatuses: Readonly<Record<ProbeStatus, string>> = {
  expired: 'expired',
  foreign: 'different',
  stale: 'stale',
  misconfigured: 'faulty',
  unreachable: 'unreachable',
  unknown: 'unknown',
  current: 'inStep',
};
