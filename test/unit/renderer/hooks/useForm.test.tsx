// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { emptyField, inputProblems, type Problems, useForm } from '#renderer/hooks/useForm.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renderPart } from '#test/support/renderPart.tsx';

interface Person {
  readonly name: string;
  readonly path: string;
}

const nameTaken: AppError = { kind: 'invalidInput', field: 'name', reason: 'alreadyExists' };

function check({ name, path }: Person): Result<Person, Problems<'name' | 'path'>> {
  const problems: Problems<'name' | 'path'> = {};
  if (name === '') problems.name = emptyField('name');
  if (path === '') problems.path = emptyField('path');
  return Object.keys(problems).length > 0 ? err(problems) : ok({ name, path });
}

interface TestFormProps {
  readonly initial: Person;
  readonly send: (person: Person) => Promise<Result<Person>>;
}

function TestForm({ initial, send }: TestFormProps) {
  const form = useForm({
    initial,
    check,
    send,
    problemsOf: inputProblems('name', 'path'),
    storedValues: (stored) => stored,
  });
  const reasonOf = (error: AppError | undefined) => (error?.kind === 'invalidInput' ? error.reason : null);
  return (
    <form {...form.props}>
      {(['name', 'path'] as const).map((field) => (
        <FormField key={field} label={field} error={reasonOf(form.problems[field])}>
          {(input) => (
            <TextField
              {...input}
              value={form.values[field]}
              onValueChange={(text) => form.change({ [field]: text })}
            />
          )}
        </FormField>
      ))}
      <p>{form.isDirty ? 'changed' : 'unchanged'}</p>
      {form.failure !== null && <p role="alert">{form.failure.kind}</p>}
      <button type="button" onClick={form.reset}>
        discard
      </button>
      <button type="submit">{form.busy ? 'saving' : 'save'}</button>
    </form>
  );
}

const stored: Person = { name: 'a', path: '/a' };

function renderForm(answers: readonly Result<Person>[] = [], initial = stored) {
  const sent: Person[] = [];
  const send = async (person: Person) => {
    sent.push(person);
    return answers[sent.length - 1] ?? ok(person);
  };
  const part = renderPart(<TestForm initial={initial} send={send} />);
  const field = (name: string) => screen.getByRole('textbox', { name });
  return {
    ...part,
    sent,
    field,
    replace: async (name: string, text: string) => {
      await part.user.clear(field(name));
      if (text !== '') await part.user.type(field(name), text);
    },
    save: () => part.user.click(screen.getByRole('button', { name: 'save' })),
    showStored: (person: Person) => part.rerender(<TestForm initial={person} send={send} />),
  };
}

describe('useForm', () => {
  it('is dirty while the values differ from the stored ones', async () => {
    const { replace } = renderForm();
    expect(screen.getByText('unchanged')).toBeTruthy();
    await replace('name', 'b');
    expect(screen.getByText('changed')).toBeTruthy();
    await replace('name', 'a');
    expect(screen.getByText('unchanged')).toBeTruthy();
  });

  it('shows no problem before it is sent, then every problem, with the focus on the first', async () => {
    const { replace, save, field, sent } = renderForm();
    await replace('name', '');
    await replace('path', '');
    expect(screen.queryByText('empty')).toBeNull();
    await save();
    expect(screen.getAllByText('empty')).toHaveLength(2);
    expect(document.activeElement).toBe(field('name'));
    expect(sent).toEqual([]);
  });

  it('clears a problem once its field is right, and no other', async () => {
    const { replace, save, field } = renderForm([], { name: '', path: '' });
    await save();
    await replace('name', 'a');
    expect(field('name').getAttribute('aria-invalid')).toBeNull();
    expect(field('path').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows an input error of main at its field, until something is changed', async () => {
    const { replace, save, field } = renderForm([err(nameTaken)]);
    await replace('name', 'b');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(field('name')));
    expect(screen.getByText('alreadyExists')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await replace('name', 'c');
    expect(screen.queryByText('alreadyExists')).toBeNull();
  });

  it('assigns any other error to the whole form', async () => {
    const { replace, save } = renderForm([err({ kind: 'busy' })]);
    await replace('name', 'b');
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('busy');
  });

  it('shows nothing if the user declined in a native dialog', async () => {
    const { replace, save, sent } = renderForm([err({ kind: 'consent', reason: 'declined' })]);
    await replace('name', 'b');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('changed')).toBeTruthy();
  });

  it('shows the values as they were stored, before main’s state has them and after', async () => {
    const { replace, save, field, showStored } = renderForm([ok({ name: 'normal', path: '/a' })]);
    await replace('name', 'b');
    await save();
    await waitFor(() => expect(field('name')).toHaveProperty('value', 'normal'));
    expect(screen.getByText('unchanged')).toBeTruthy();
    showStored({ name: 'normal', path: '/a' });
    expect(screen.getByText('unchanged')).toBeTruthy();
  });

  it('discards changes and problems', async () => {
    const { user, replace, save, field } = renderForm();
    await replace('name', '');
    await save();
    await user.click(screen.getByRole('button', { name: 'discard' }));
    expect(field('name')).toHaveProperty('value', 'a');
    expect(screen.queryByText('empty')).toBeNull();
    expect(screen.getByText('unchanged')).toBeTruthy();
  });

  it('sends once, even if the button is pressed repeatedly', async () => {
    const sent: Person[] = [];
    const send = (person: Person) => {
      sent.push(person);
      return new Promise<never>(() => {});
    };
    const { user } = renderPart(<TestForm initial={stored} send={send} />);
    await user.click(screen.getByRole('button', { name: 'save' }));
    await user.click(await screen.findByRole('button', { name: 'saving' }));
    expect(sent).toHaveLength(1);
  });
});

describe('a dialog around a form', () => {
  function renderDialog() {
    const closed: string[] = [];
    const dialog = (
      <Dialog title="Things" onClose={() => closed.push('closed')}>
        <TestForm initial={stored} send={async (person) => ok(person)} />
      </Dialog>
    );
    return { ...renderPart(dialog), closed };
  }

  it('closes at once while nothing was changed', async () => {
    const { user, closed } = renderDialog();
    await user.keyboard('{Escape}');
    expect(closed).toEqual(['closed']);
  });

  it('asks before changes are dropped, and keeps them on request', async () => {
    const { user, closed } = renderDialog();
    await user.type(screen.getByRole('textbox', { name: 'name' }), 'b');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(closed).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'name' })).toHaveProperty('value', 'ab');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(closed).toEqual(['closed']);
  });

  it('closes the question at a second Escape', async () => {
    const { user, closed } = renderDialog();
    await user.type(screen.getByRole('textbox', { name: 'name' }), 'b');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alert')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(closed).toEqual([]);
  });

  it('does not close at a click beside it while something was changed', async () => {
    const { user, closed } = renderDialog();
    await user.type(screen.getByRole('textbox', { name: 'name' }), 'b');
    fireEvent.pointerDown(document.body);
    expect(closed).toEqual([]);
  });
});
