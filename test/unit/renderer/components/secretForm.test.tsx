// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';

function renderForm(answers: readonly Result<null>[] = [ok(null)], calls: FakeCalls = {}) {
  const stored: string[] = [];
  let ends = 0;
  const form = (
    <SecretForm
      label="Token"
      hint="From the console"
      saveLabel="Save"
      store={async (token) => {
        stored.push(token);
        return answers[stored.length - 1] ?? ok(null);
      }}
      onEnd={() => {
        ends += 1;
      }}
    >
      {(input) => <TokenInput {...input} />}
    </SecretForm>
  );
  const part = renderPart(form, { calls });
  return {
    ...part,
    stored,
    ends: () => ends,
    input: () => screen.getByLabelText<HTMLInputElement>('Token'),
    save: () => part.user.click(screen.getByRole('button', { name: 'Save' })),
  };
}

it('starts in its input, stores the secret without white space, and empties the input', async () => {
  const { user, stored, ends, input, save } = renderForm();
  expect(document.activeElement).toBe(input());
  await user.type(input(), ' t0ken ');
  await save();
  await waitFor(() => expect(ends()).toBe(1));
  expect(stored).toEqual(['t0ken']);
  expect(input().value).toBe('');
});

it('requires a secret, and returns the focus to its input', async () => {
  const { user, stored, input, save } = renderForm();
  await user.type(input(), '  ');
  await save();
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(input());
  expect(stored).toEqual([]);
});

it('shows a refusal at its input', async () => {
  const refused: AppError = { kind: 'invalidInput', field: 'secret', reason: 'malformed' };
  const { user, ends, input, save } = renderForm([err(refused)]);
  await user.type(input(), 'x');
  await save();
  await waitFor(() => expect(input().getAttribute('aria-invalid')).toBe('true'));
  expect(ends()).toBe(0);
});

it('offers memory when the keychain is locked, and stores the secret after the consent', async () => {
  const consents: boolean[] = [];
  const { user, stored, ends, input, save } = renderForm([err({ kind: 'keychainLocked' }), ok(null)], {
    'keychain:setMemoryConsent': async (isGiven) => {
      consents.push(isGiven);
      return null;
    },
  });
  await user.type(input(), 'x');
  await save();
  await user.click(await screen.findByRole('button', { name: /memory/ }));
  await waitFor(() => expect(ends()).toBe(1));
  expect(consents).toEqual([true]);
  expect(stored).toEqual(['x', 'x']);
});
