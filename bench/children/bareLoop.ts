import { monitorEventLoopDelay } from 'node:perf_hooks';
import { bareRequests } from './bareRequests.ts';
import { answer, childInput } from './childInput.ts';

/** The floor of a sync: the same requests over as many connections, bodies read and discarded. Twice: cold, then warm. */
const input = childInput<{ serviceFile: string; connections: number }>();

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedAt = performance.now();
const requests = bareRequests(input);
await requests.pull();
const firstMs = performance.now() - startedAt;
const longestDelayMs = delay.max / 1e6;
const againAt = performance.now();
await requests.pull();
answer({ firstMs, longestDelayMs, againMs: performance.now() - againAt });
