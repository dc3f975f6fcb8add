// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from '#renderer/components/Button.tsx';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import type { AppError } from '#shared/errors.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';

describe('ConfirmDialog', () => {
  interface Change {
    readonly variant?: 'primary';
    readonly busy?: boolean;
    readonly error?: AppError;
  }
  function renderQuestion(change: Change = {}) {
    const calls: string[] = [];
    const part = renderPart(
      <ConfirmDialog
        title="Discard it?"
        confirmLabel="Discard"
        variant="danger"
        busy={false}
        onConfirm={() => calls.push('confirmed')}
        onClose={() => calls.push('closed')}
        {...change}
      >
        <p>It cannot be restored.</p>
      </ConfirmDialog>,
    );
    return { ...part, calls };
  }

  it('confirms what can be taken back with Enter', async () => {
    const { user, calls } = renderQuestion({ variant: 'primary' });
    await user.keyboard('{Enter}');
    expect(calls).toEqual(['confirmed']);
  });

  it('starts with the focus on Cancel if it cannot be taken back', async () => {
    const { user, calls } = renderQuestion();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: t('common.cancel') }));
    await user.keyboard('{Enter}');
    expect(calls).toEqual(['closed']);
  });

  it('confirms, and is closed only by its owner', async () => {
    const { user, calls } = renderQuestion();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(calls).toEqual(['confirmed']);
  });

  it('confirms once while it is busy', async () => {
    const { user, calls } = renderQuestion({ busy: true });
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(calls).toEqual([]);
  });

  it('shows why it failed', () => {
    renderQuestion({ error: { kind: 'offline' } });
    expect(screen.getByRole('alert').textContent).toContain('offline');
  });
});

describe('Enter in a dialog', () => {
  function renderDialog(isReady = true) {
    const calls: string[] = [];
    const part = renderPart(
      <Dialog
        title="Export"
        onClose={() => calls.push('closed')}
        footer={
          <>
            <Button onClick={() => calls.push('cancelled')}>Cancel</Button>
            <Button variant="primary" disabled={!isReady} onClick={() => calls.push('exported')}>
              Export now
            </Button>
          </>
        }
      >
        <input type="radio" aria-label="nginx" />
        <input aria-label="Search" onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} />
        <textarea aria-label="Rids" />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            calls.push('sent');
          }}
        >
          <input aria-label="Name" />
        </form>
      </Dialog>,
    );
    const press = async (role: string, name: string, keys: string) => {
      screen.getByRole(role, { name }).focus();
      await part.user.keyboard(keys);
      return calls.splice(0);
    };
    return { press };
  }

  it('presses the primary button from a field of one line, such as a choice', async () => {
    const { press } = renderDialog();
    expect(await press('radio', 'nginx', '{Enter}')).toEqual(['exported']);
    expect(await press('dialog', 'Export', '{Enter}')).toEqual(['exported']);
  });

  it('has its own effect on a button, in a text of several lines, in a form, and in a field that uses it', async () => {
    const { press } = renderDialog();
    expect(await press('button', 'Cancel', '{Enter}')).toEqual(['cancelled']);
    expect(await press('textbox', 'Rids', '{Enter}')).toEqual([]);
    expect(await press('textbox', 'Name', '{Enter}')).toEqual(['sent']);
    expect(await press('textbox', 'Search', '{Enter}')).toEqual([]);
  });

  it('with Ctrl or ⌘ presses the primary button from everywhere', async () => {
    const { press } = renderDialog();
    expect(await press('textbox', 'Rids', '{Control>}{Enter}{/Control}')).toEqual(['exported']);
    expect(await press('button', 'Cancel', '{Meta>}{Enter}{/Meta}')).toEqual(['exported']);
  });

  it('does nothing while the primary button is off', async () => {
    const { press } = renderDialog(false);
    expect(await press('radio', 'nginx', '{Enter}')).toEqual([]);
  });
});

function Things() {
  const [chosenId, setChosenId] = useState('a');
  return (
    <MasterDetail
      label="All things"
      groups={[
        { title: 'Built in', items: [{ id: 'a', title: 'A' }] },
        {
          title: 'Custom',
          items: [{ id: 'b', title: 'B', detail: { text: '/b', dot: 'bg-green', state: 'on' } }],
        },
      ]}
      pages={[
        { id: 'new', icon: Plus, text: 'New' },
        { id: 'more', icon: Plus, text: 'More', refusal: 'There is no room.' },
      ]}
      chosenId={chosenId}
      onChoose={setChosenId}
    >
      <label>
        Note of {chosenId} <input />
      </label>
    </MasterDetail>
  );
}

describe('MasterDetail', () => {
  it('lists groups and pages, and starts at the chosen item', () => {
    renderPart(<Things />);
    const navigation = within(screen.getByRole('navigation', { name: 'All things' }));
    expect(within(navigation.getByRole('list', { name: 'Custom' })).getByRole('button').textContent).toBe(
      'B/bon',
    );
    expect(navigation.getByRole('button', { name: 'A' }).getAttribute('aria-current')).toBe('true');
    expect(navigation.getByRole<HTMLButtonElement>('button', { name: 'More' }).disabled).toBe(true);
    expect(navigation.getByText('There is no room.')).toBeTruthy();
  });

  it('shows the details of the chosen item, each with separate state', async () => {
    const { user } = renderPart(<Things />);
    await user.type(screen.getByLabelText('Note of a'), 'typed');
    await user.click(screen.getByRole('button', { name: /^B/ }));
    expect(screen.getByLabelText('Note of b')).toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'New' }));
    expect(screen.getByLabelText('Note of new')).toBeTruthy();
  });
});
