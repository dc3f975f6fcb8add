import { type CallName, calls, type EventName, events } from './contract.ts';

/** The channels of all calls and events. In the built app they are a list without the contract (`electron.vite.config.ts`). */
export const callNames = Object.keys(calls) as readonly CallName[];
export const eventNames = Object.keys(events) as readonly EventName[];
