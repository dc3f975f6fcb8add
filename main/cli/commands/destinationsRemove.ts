import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { DestinationsRemoveValues } from '../runs/destinations.ts';

export const destinationsRemove = defineCommand<DestinationsRemoveValues>({
  name: 'destinations remove',
  about: 'destinationsRemove',
  operands: { text: '<folder> ...', tag: 'folders', least: 1, most: Number.POSITIVE_INFINITY },
  options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
  needs: ['files'],
  read: ({ words: folders, options }) =>
    ok({ folders, ignoresMissing: options.has('ignore-missing'), json: options.has('json') }),
  load: async () => {
    const { runDestinationsRemove: run, destinationsResult: result } = await import(
      '../runs/destinations.ts'
    );
    return { run, result };
  },
});
