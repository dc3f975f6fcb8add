import { expect, it } from 'vitest';
import { createHookRepository } from '#main/storage/hookRepository.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import { openTemporary } from './fixtures.ts';

const hook: Hook = {
  id: 'h',
  name: 'Production',
  path: '/h',
  enabled: true,
  createdAt: 5,
  secrets: [
    { id: 's2', createdAt: 5 },
    { id: 's1', createdAt: 9 },
  ],
};

it('returns hooks in the order in which they were added, each with its secrets, oldest first', () => {
  const hooks = createHookRepository(openTemporary());
  const first = { ...hook, id: 'z', path: '/z', createdAt: 1, enabled: false, secrets: [] };
  hooks.save(hook);
  hooks.save(first);
  expect(hooks.all()).toEqual([first, hook]);
});

it('replaces a hook and its secrets at the same position, and keeps its names of orders', () => {
  const database = openTemporary();
  const hooks = createHookRepository(database);
  hooks.save(hook);
  const names = () => database.query('SELECT name FROM order_names').all().length;
  database.write(() =>
    database.prepare("INSERT INTO order_names (hook_id, name, order_id) VALUES ('h', 'a', 'o')").run(),
  );
  const changed = { ...hook, name: 'Other', path: '/other', secrets: [{ id: 's1', createdAt: 9 }] };
  expect(hooks.save({ ...changed, createdAt: 99 }).ok).toBe(true);
  expect(hooks.all()).toEqual([changed]);
  expect(names()).toBe(1);

  hooks.remove('h');
  expect(hooks.all()).toEqual([]);
  expect(names()).toBe(0);
});
