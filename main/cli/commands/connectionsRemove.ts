import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { ConnectionsRemoveValues } from '../runs/connections.ts';

export const connectionsRemove = defineCommand<ConnectionsRemoveValues>({
  name: 'connections remove',
  about: 'connectionsRemove',
  operands: { text: '<name>', tag: 'connection', least: 1, most: 1 },
  options: { yes: { about: 'yes' }, json },
  needs: ['secrets'],
  read: ({ words: [connectionName = ''], options }) =>
    ok({ connectionName, isConfirmed: options.has('yes'), json: options.has('json') }),
  load: async () => {
    const { runConnectionsRemove: run, connectionsRemoveResult: result } = await import(
      '../runs/connections.ts'
    );
    return { run, result };
  },
});
