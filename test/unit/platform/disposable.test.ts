import { expect, it, onTestFinished } from 'vitest';
import { disposeAll } from '#main/platform/disposable.ts';
import { handleUnexpected } from '#main/platform/errors.ts';

it('disposes every resource in order, even if one throws', () => {
  const reported: unknown[] = [];
  const handling = handleUnexpected((error) => reported.push(error));
  onTestFinished(() => handling.dispose());
  const disposed: string[] = [];
  const bug = new Error('already closed');
  const resource = (name: string) => ({ dispose: () => void disposed.push(name) });
  const broken = {
    dispose: () => {
      throw bug;
    },
  };
  disposeAll([resource('poller'), broken, resource('database')]);
  expect(disposed).toEqual(['poller', 'database']);
  expect(reported).toEqual([bug]);
});
