import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { EndpointsRemoveValues } from '../runs/endpoints.ts';

export const endpointsRemove = defineCommand<EndpointsRemoveValues>({
  name: 'endpoints remove',
  about: 'endpointsRemove',
  operands: operands.endpoints,
  options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
  read: ({ words: [order = '', ...endpoints], options }) =>
    ok({ order, endpoints, ignoresMissing: options.has('ignore-missing'), json: options.has('json') }),
  load: async () => {
    const { runEndpointsRemove: run, endpointsResult: result } = await import('../runs/endpoints.ts');
    return { run, result };
  },
});
