import { expect, it } from 'vitest';
import { createReceiverConfigRepository } from '#main/storage/receiverRepositories.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { openTemporary } from '../../storage/fixtures.ts';

it('loads the last configuration, null before the first, and undefined if it is not JSON', () => {
  const database = openTemporary();
  const repository = createReceiverConfigRepository(database);
  expect(repository.load()).toBeNull();
  repository.save(defaultReceiverConfig);
  repository.save({ ...defaultReceiverConfig, port: 8080, allowedHosts: ['hook.example.com'] });
  expect(createReceiverConfigRepository(database).load()).toEqual({
    ...defaultReceiverConfig,
    port: 8080,
    allowedHosts: ['hook.example.com'],
  });
  database.write(() => database.prepare("UPDATE receiver_config SET config = '{'").run());
  expect(repository.load()).toBeUndefined();
});
