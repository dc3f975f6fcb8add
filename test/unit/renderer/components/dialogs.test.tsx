// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import type { AppError } from '#shared/errors.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';

describe('ConfirmDialog', () => {
  function renderQuestion(change: { readonly busy?: boolean; readonly error?: AppError } = {}) {
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

  it('starts with the focus on Cancel', async () => {
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
