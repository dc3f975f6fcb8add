import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Disposable } from './disposable.ts';
import type { Clock, Scheduler } from './time.ts';

const BEAT_MS = MINUTE_MS;
const JUMP_MS = 2 * MINUTE_MS;

/**
 * Detects sleep (Linux can miss the event) and a wall clock that was set: the clocks disagree, or the timer is late.
 */
export function monitorSystemTime(clock: Clock, scheduler: Scheduler, onJump: () => void): Disposable {
  let wall = clock.now();
  let steady = clock.monotonic();
  let timer: Disposable;
  const beat = () => {
    const wallPassed = clock.now() - wall;
    const steadyPassed = clock.monotonic() - steady;
    wall = clock.now();
    steady = clock.monotonic();
    timer = scheduler.after(BEAT_MS, beat);
    if (Math.abs(wallPassed - steadyPassed) > JUMP_MS || steadyPassed > BEAT_MS + JUMP_MS) onJump();
  };
  timer = scheduler.after(BEAT_MS, beat);
  return { dispose: () => timer.dispose() };
}
