import { parseThreshold } from '#shared/domain/typedThreshold.ts';
import { err, ok } from '#shared/result.ts';
import { defineCommand, operands } from '../command.ts';
import type { StatusValues } from '../runs/status.ts';

export const status = defineCommand<StatusValues>({
  name: 'status',
  about: 'status',
  operands: operands.orders,
  options: { json: { about: 'json' }, 'fail-within': { about: 'failWithin', value: '14d' } },
  needs: ['files'],
  read: ({ words: orders, options }) => {
    const failWithin = options.get('fail-within') ?? null;
    const within = failWithin === null ? null : parseThreshold(failWithin);
    if (failWithin !== null && within === null) return err({ kind: 'badThreshold', word: failWithin });
    return ok({ orders, json: options.has('json'), within, failWithin: failWithin ?? '' });
  },
  load: async () => {
    const { runStatus: run, statusResult: result } = await import('../runs/status.ts');
    return { run, result };
  },
});
