import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { ProbeValues } from '../runs/probe.ts';

export const probe = defineCommand<ProbeValues>({
  name: 'probe',
  about: 'probe',
  operands: operands.orders,
  options: { json },
  needs: ['probing'],
  givesWay: true,
  read: ({ words: orders, options }) => ok({ orders, json: options.has('json') }),
  load: async () => {
    const { runProbe: run, probeResult: result } = await import('../runs/probe.ts');
    return { run, result };
  },
});
