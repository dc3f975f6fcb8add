import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { ConnectionsListValues } from '../runs/connectionsList.ts';

export const connectionsList = defineCommand<ConnectionsListValues>({
  name: 'connections list',
  about: 'connectionsList',
  operands: operands.none,
  options: { json },
  read: ({ options }) => ok({ json: options.has('json') }),
  load: async () => {
    const { runConnectionsList: run, connectionsListResult: result } = await import(
      '../runs/connectionsList.ts'
    );
    return { run, result };
  },
});
