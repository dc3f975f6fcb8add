import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { EndpointsAddValues } from '../runs/endpoints.ts';

export const endpointsAdd = defineCommand<EndpointsAddValues>({
  name: 'endpoints add',
  about: 'endpointsAdd',
  operands: operands.endpoints,
  options: { 'server-name': { about: 'serverName', value: 'NAME' }, json },
  read: ({ words: [order = '', ...endpoints], options }) =>
    ok({ order, endpoints, serverName: options.get('server-name') ?? '', json: options.has('json') }),
  load: async () => {
    const { runEndpointsAdd: run, endpointsResult: result } = await import('../runs/endpoints.ts');
    return { run, result };
  },
});
