import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import type { TestApp } from '#test/integration/app/testApp.ts';

/** What can be busy. */
interface Surroundings {
  readonly app: Pick<TestApp, 'seen'>;
  readonly service: { readonly inFlight: number };
  readonly servers: { readonly busy: number };
}

/** Whether something on this computer, or the service, is to answer. */
export function isBusy({ app, service, servers }: Surroundings): boolean {
  const { copies, alertChannels } = app.seen();
  return (
    service.inFlight > 0 ||
    servers.busy > 0 ||
    isRunning(alertChannels.command?.lastRun) ||
    copies.some(({ lastRun }) => isRunning(lastRun))
  );
}

/** Waits until they have answered, ms at most. */
export async function untilAnswered(around: Surroundings, ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  while (isBusy(around) && performance.now() < endsAt) await sleep(1);
}

/** Whether the app does nothing of its own. */
export function isAtRest({ polling, inbox, endpoints, exportJob }: AppSnapshot): boolean {
  return (
    polling.length === 0 &&
    endpoints.every(({ probing }) => !probing) &&
    inbox.every(({ verdict }) => verdict.kind !== 'checking') &&
    (exportJob === null || exportJob.phase === 'done' || exportJob.phase === 'review')
  );
}

function isRunning(run: ProgramRun | null | undefined): boolean {
  return run?.kind === 'running';
}
