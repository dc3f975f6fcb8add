import { setTimeout as wait } from 'node:timers/promises';
import { askHolder, type ClientPorts } from './client.ts';

/** What a started app does: it may end because another one runs, or because it cannot start. */
export type StartedApp = () => 'running' | 'ended' | 'failed';

/** An export that has the database is finished first. */
const STARTS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Waits until the app takes commands, and starts it if it does not run. A command that has the database gives way.
 * @param startHiddenApp starts the app without its window
 * @returns `ready` also when the answer to a request will say what is wrong
 */
export async function untilAppRuns(
  client: ClientPorts,
  startHiddenApp: () => StartedApp,
): Promise<'ready' | 'silent' | 'failed'> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  let started: StartedApp | null = null;
  for (;;) {
    const asked = await askHolder(client, { kind: 'giveWay' });
    const isCommand = asked.kind === 'holder' && asked.holder === 'command';
    const isMissing = asked.kind === 'noApp' || asked.kind === 'cut' || isCommand;
    if (!isMissing && asked.kind !== 'silent') return 'ready';
    if (performance.now() > deadline) return 'silent';
    const state = started === null ? 'ended' : started();
    if (state === 'failed') return 'failed';
    // One that started while another was ending has ended too.
    if (state === 'ended' && isMissing) started = startHiddenApp();
    await wait(LOOK_EVERY_MS);
  }
}
