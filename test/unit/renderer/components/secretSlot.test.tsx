// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Button } from '#renderer/components/Button.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { SecretSlot } from '#renderer/components/SecretSlot.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';

describe('a stored secret', () => {
  async function renderForm(answers: readonly Result<null>[] = [ok(null)], calls: FakeCalls = {}) {
    const stored: string[] = [];
    const slot = (
      <SecretSlot
        title="Token"
        where="Nowhere"
        state={{ kind: 'absent' }}
        actions={({ enter }) => <Button onClick={enter}>Enter</Button>}
        form={{
          label: 'New token',
          hint: 'From the console',
          saveLabel: 'Save',
          store: async (token) => {
            stored.push(token);
            return answers[stored.length - 1] ?? ok(null);
          },
          input: (input) => <TokenInput {...input} />,
        }}
      />
    );
    const { user } = renderPart(slot, { calls });
    const button = (name: string) => screen.findByRole('button', { name });
    await user.click(await button('Enter'));
    const input = screen.getByLabelText<HTMLInputElement>('New token');
    return {
      user,
      stored,
      input,
      isClosed: () => button('Enter'),
      save: async () => user.click(await button('Save')),
    };
  }

  it('is lost after a question that keeps it unless the user moves the focus, and says why if it is needed', async () => {
    const answers: Result<null>[] = [err({ kind: 'offline' }), ok(null)];
    const { user } = renderPart(
      <SecretSlot
        title="Token"
        where="Nowhere"
        state={{ kind: 'absent' }}
        isNeeded
        actions={({ ask }) => <Button onClick={ask}>Remove…</Button>}
        question={{
          question: 'Remove it?',
          confirm: 'Remove',
          act: async () => answers.shift() ?? ok(null),
        }}
      />,
    );
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('alert').textContent).toContain('secret');
    await press('Remove…');
    expect(document.activeElement?.textContent).toBe('Cancel');
    await press('Cancel');
    await press('Remove…');
    await press('Remove');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    await press('Remove');
    await screen.findByRole('button', { name: 'Remove…' });
    expect(answers).toEqual([]);
  });

  it('starts in its input, stores the secret without white space, and empties the input', async () => {
    const { user, stored, isClosed, input, save } = await renderForm();
    expect(document.activeElement).toBe(input);
    await user.type(input, ' t0ken ');
    await save();
    await isClosed();
    expect(stored).toEqual(['t0ken']);
    expect(input.value).toBe('');
  });

  it('requires a secret, and returns the focus to its input', async () => {
    const { user, stored, input, save } = await renderForm();
    await user.type(input, '  ');
    await save();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(input);
    expect(stored).toEqual([]);
  });

  it('shows a refusal at its input', async () => {
    const refused: AppError = { kind: 'invalidInput', field: 'secret', reason: 'malformed' };
    const { user, input, save } = await renderForm([err(refused)]);
    await user.type(input, 'x');
    await save();
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(input.isConnected).toBe(true);
  });

  it('offers memory when the keychain is locked, and stores the secret after the consent', async () => {
    const consents: boolean[] = [];
    const { user, stored, isClosed, input, save } = await renderForm(
      [err({ kind: 'keychainLocked' }), ok(null)],
      {
        'keychain:setMemoryConsent': async (isGiven) => {
          consents.push(isGiven);
          return null;
        },
      },
    );
    await user.type(input, 'x');
    await save();
    await user.click(await screen.findByRole('button', { name: /memory/ }));
    await isClosed();
    expect(consents).toEqual([true]);
    expect(stored).toEqual(['x', 'x']);
  });
});

describe('the end of a form', () => {
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
});
