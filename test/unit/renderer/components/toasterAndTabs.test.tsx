// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TabList, TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { type Toast, Toaster } from '#renderer/components/Toaster.tsx';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';

describe('Toaster', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function renderToasts(...toasts: readonly Toast[]) {
    const dismissed: number[] = [];
    renderPart(<Toaster toasts={toasts} onDismiss={(id) => dismissed.push(id)} above={0} isUp={false} />);
    return { dismissed, region: () => screen.getByRole('region', { name: t('orders.toasts') }) };
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it('dismisses a toast after a while, one with an action later', () => {
    const action = { label: 'Undo', run: () => {} };
    const { dismissed } = renderToasts(
      { id: 1, tone: 'neutral', title: 'Removed', action },
      { id: 2, tone: 'success', title: 'Saved' },
    );
    pass(6000);
    expect(dismissed).toEqual([2]);
    pass(6000);
    expect(dismissed).toContain(1);
  });

  it('keeps toasts while the pointer or the focus is on them', () => {
    const { dismissed, region } = renderToasts({ id: 1, tone: 'neutral', title: 'Saved' });
    fireEvent.pointerEnter(region());
    pass(60_000);
    expect(dismissed).toEqual([]);
    fireEvent.pointerLeave(region());
    fireEvent.focus(screen.getByRole('button', { name: t('common.close') }));
    pass(60_000);
    expect(dismissed).toEqual([]);
    fireEvent.blur(screen.getByRole('button', { name: t('common.close') }));
    pass(6000);
    expect(dismissed).toEqual([1]);
  });

  it('runs the action of a toast and dismisses it', () => {
    let runs = 0;
    const action = {
      label: 'Undo',
      run: () => {
        runs += 1;
      },
    };
    const { dismissed } = renderToasts({ id: 1, tone: 'neutral', title: 'Removed', action });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(runs).toBe(1);
    expect(dismissed).toEqual([1]);
  });
});

function Views() {
  const [value, setValue] = useState<'orders' | 'timeline' | 'inbox'>('orders');
  return (
    <Tabs value={value} onValueChange={setValue} className="flex">
      <TabList
        label="View"
        tabs={[
          { value: 'orders', label: 'Orders' },
          { value: 'timeline', label: 'Timeline' },
          { value: 'inbox', label: 'Inbox', mark: <span>3</span> },
        ]}
      />
      <TabPanel value={value}>{`content of ${value}`}</TabPanel>
    </Tabs>
  );
}

describe('Tabs', () => {
  const tab = (name: RegExp) => screen.getByRole('tab', { name });

  it('shows the panel of the chosen tab, named by it', async () => {
    const { user } = renderPart(<Views />);
    await user.click(tab(/Timeline/));
    const panel = screen.getByRole('tabpanel', { name: 'Timeline' });
    expect(panel.textContent).toBe('content of timeline');
    expect(tab(/Timeline/).getAttribute('aria-selected')).toBe('true');
    expect(tab(/Orders/).getAttribute('aria-selected')).toBe('false');
  });

  it('is one stop for Tab; arrows, Home and End choose, around the ends', async () => {
    const { user } = renderPart(<Views />);
    await user.tab();
    expect(document.activeElement).toBe(tab(/Orders/));
    for (const [key, view] of [
      ['ArrowLeft', 'inbox'],
      ['Home', 'orders'],
      ['ArrowRight', 'timeline'],
      ['End', 'inbox'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(await screen.findByText(`content of ${view}`)).toBeTruthy();
    }
    expect(document.activeElement).toBe(tab(/Inbox/));
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });
});
