import { expect, it } from 'vitest';
import { OrderNames } from '#main/webhook/inbox/orderNames.ts';
import { FakeInboxRepository } from '#test/support/fakeInboxRepository.ts';

it('names mean orders per hook, also after a restart', () => {
  const disk = new FakeInboxRepository();
  const names = new OrderNames(disk);
  names.set('h1', 'shop', 'a');
  names.set('h2', 'shop', 'b');
  names.set('h1', '__proto__', 'c');
  names.set('h1', 'shop', 'd');
  for (const known of [names, new OrderNames(disk)]) {
    expect(known.get('h1', 'shop')).toBe('d');
    expect(known.get('h2', 'shop')).toBe('b');
    expect(known.get('h1', '__proto__')).toBe('c');
    expect(known.get('h1', 'Shop')).toBeNull();
  }
});

it('a name that could not be stored or removed means what it did', () => {
  const disk = new FakeInboxRepository();
  const names = new OrderNames(disk);
  names.set('h1', 'shop', 'a');
  disk.isFull = true;
  expect(names.set('h1', 'shop', 'b').ok).toBe(false);
  expect(names.remove('h1', 'shop').ok).toBe(false);
  expect(names.get('h1', 'shop')).toBe('a');
});

it('the names of a hook that is gone are forgotten, and those of others are not', () => {
  const names = new OrderNames(new FakeInboxRepository());
  names.set('h1', 'shop', 'a');
  names.set('h2', 'shop', 'b');
  names.forgetHook('h1');
  names.remove('h2', 'other');
  expect(names.get('h1', 'shop')).toBeNull();
  expect(names.get('h2', 'shop')).toBe('b');
});
