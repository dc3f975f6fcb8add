import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { EventsTestValues } from '../runs/eventsTest.ts';

export const eventsTest = defineCommand<EventsTestValues>({
  name: 'events test',
  about: 'eventsTest',
  operands: operands.none,
  options: { json },
  needs: ['secrets'],
  read: ({ options }) => ok({ json: options.has('json') }),
  load: async () => {
    const { runEventsTest: run, eventsTestResult: result } = await import('../runs/eventsTest.ts');
    return { run, result };
  },
});
