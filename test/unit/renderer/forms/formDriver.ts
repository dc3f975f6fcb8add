import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { AppError, InputField, InputReason } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { english } from '#test/unit/renderer/translators.ts';

/** An input error of main. */
export function refused(field: InputField, reason: InputReason): AppError {
  return { kind: 'invalidInput', field, reason };
}

/** The title of an error, as a banner shows it. */
export function titleOf(error: AppError): string {
  return describeError(error, english).title;
}

/** The field with this label. */
export function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label);
}

/** Replaces the text of a field. */
export async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(field(label));
  if (text !== '') await user.type(field(label), text.replaceAll('{', '{{').replaceAll('[', '[['));
}

/** Presses a button. */
export async function press(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

/** Waits until exactly these fields are marked as refused, and the first of them has the focus. */
export async function expectRefused(...labels: readonly string[]): Promise<void> {
  await waitFor(() => {
    const marked = [...document.querySelectorAll('[aria-invalid="true"]')];
    expect(marked).toEqual(labels.map(field));
    expect(document.activeElement).toBe(marked[0]);
  });
}
