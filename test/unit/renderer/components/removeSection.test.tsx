// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { err, ok, type Result } from '#shared/result.ts';
import { renderPart } from '#test/support/renderPart.tsx';

function renderRemoval(answer: Result<null>) {
  const removed: string[] = [];
  const part = (
    <RemoveSection
      texts="presets.remove"
      question="Remove it?"
      remove={async () => answer}
      onRemoved={() => removed.push('removed')}
    />
  );
  return { ...renderPart(part), removed };
}

it('asks before it removes, with the focus on keeping', async () => {
  const { user, removed } = renderRemoval(ok(null));
  await user.click(screen.getByRole('button', { name: 'Remove preset' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }));
  expect(removed).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove preset' }));
  expect(removed).toEqual(['removed']);
});

it('returns to the button if the user keeps it', async () => {
  const { user, removed } = renderRemoval(ok(null));
  await user.click(screen.getByRole('button', { name: 'Remove preset' }));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(screen.getByRole('button', { name: 'Remove preset' })).toBeTruthy();
  expect(removed).toEqual([]);
});

it('says why it could not be removed, and stays open', async () => {
  const { user, removed } = renderRemoval(err({ kind: 'offline' }));
  await user.click(screen.getByRole('button', { name: 'Remove preset' }));
  await user.click(screen.getByRole('button', { name: 'Remove preset' }));
  expect((await screen.findByRole('alert')).textContent).toContain('offline');
  expect(removed).toEqual([]);
});
