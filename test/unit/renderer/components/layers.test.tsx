// @vitest-environment jsdom
import { setTimeout } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { TabList, TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { type Toast, Toaster } from '#renderer/components/Toaster.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { preloadParts } from '#renderer/hooks/lazyPart.tsx';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '../translators.ts';

describe('what opens over the page', () => {
  beforeEach(preloadParts);

  afterEach(() => {
    vi.useRealTimers();
  });

  const button = (name: string) => screen.getByRole('button', { name });
  const tooltips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);

  function renderTooltips() {
    return renderPart(
      <>
        <Tooltip text="Opens it">
          <button type="button">Open</button>
        </Tooltip>
        <Tooltip text="Shuts it">
          <button type="button">Shut</button>
        </Tooltip>
      </>,
    );
  }

  describe('Tooltip', () => {
    it('describes the element that the pointer rests on, or that the keyboard reaches, one at a time', async () => {
      const { user } = renderTooltips();
      // Shortly after another tooltip was hidden, such as one of another file of tests, there is no delay.
      await setTimeout(300);
      // In the same moment, so that a busy machine does not let the delay pass.
      fireEvent.pointerMove(button('Open'));
      expect(tooltips()).toEqual([]);
      await user.hover(button('Open'));
      await waitFor(() => expect(tooltips()).toEqual(['Opens it']));
      const [shown] = screen.getAllByRole('tooltip');
      expect(button('Open').getAttribute('aria-describedby')).toBe(shown?.id);
      // The next one needs no delay.
      await user.hover(button('Shut'));
      await waitFor(() => expect(tooltips()).toEqual(['Shuts it']));
      await user.unhover(button('Shut'));
      await waitFor(() => expect(tooltips()).toEqual([]));
      await user.tab();
      await waitFor(() => expect(tooltips()).toEqual(['Opens it']));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(tooltips()).toEqual([]));
    });

    it('stays while the pointer is on its text, and goes with a click', () => {
      // With a clock ahead, the tooltip would have been hidden in the future of the next test.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      renderTooltips();
      const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
      fireEvent.pointerMove(button('Open'));
      pass(1000);
      expect(tooltips()).toEqual(['Opens it']);
      fireEvent.pointerLeave(button('Open'));
      fireEvent.pointerEnter(screen.getByRole('tooltip'));
      pass(60_000);
      expect(tooltips()).toEqual(['Opens it']);
      fireEvent.pointerLeave(screen.getByRole('tooltip'));
      pass(1000);
      expect(tooltips()).toEqual([]);
      fireEvent.pointerMove(button('Open'));
      pass(1000);
      fireEvent.click(button('Open'));
      expect(tooltips()).toEqual([]);
      // The pointer is still there, and is no new question.
      fireEvent.pointerMove(button('Open'));
      pass(60_000);
      expect(tooltips()).toEqual([]);
    });
  });

  describe('Menu', () => {
    function renderMenu() {
      const chosen: string[] = [];
      const { user } = renderPart(
        <Menu trigger={<button type="button">More</button>}>
          <MenuItem onSelect={() => chosen.push('first')}>First</MenuItem>
          <MenuItem onSelect={() => chosen.push('second')}>Second</MenuItem>
        </Menu>,
      );
      return { user, chosen };
    }

    it.each(['{Enter}', ' ', '{ArrowDown}'])(
      'opens by %j with its first item focused, and returns the focus',
      async (key) => {
        const { user, chosen } = renderMenu();
        await user.tab();
        await user.keyboard(key);
        await screen.findByRole('menu', { name: 'More' });
        expect(button('More').getAttribute('aria-expanded')).toBe('true');
        await waitFor(() => expect(document.activeElement?.textContent).toBe('First'));
        await user.keyboard('{ArrowDown}');
        await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
        await user.keyboard('{Enter}');
        expect(chosen).toEqual(['second']);
        expect(screen.queryByRole('menu')).toBeNull();
        await waitFor(() => expect(document.activeElement).toBe(button('More')));
        expect(button('More').getAttribute('aria-expanded')).toBe('false');
      },
    );

    it('opens by a click, and closes by Escape or another click', async () => {
      const { user, chosen } = renderMenu();
      await user.click(button('More'));
      await user.click(await screen.findByRole('menuitem', { name: 'First' }));
      expect(chosen).toEqual(['first']);
      await user.click(button('More'));
      await screen.findByRole('menu');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      await user.click(button('More'));
      await screen.findByRole('menu');
      await user.click(button('More'));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    });
  });
});

describe('Toaster', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function renderToasts(...toasts: readonly Toast[]) {
    const dismissed: number[] = [];
    const toaster = (shown: readonly Toast[]) => (
      <Toaster toasts={shown} onDismiss={(id) => dismissed.push(id)} above={0} isUp={false} />
    );
    const { rerender } = renderPart(toaster(toasts));
    const show = (...shown: readonly Toast[]) => rerender(toaster(shown));
    return { dismissed, show, region: () => screen.getByRole('region', { name: t('orders.toasts') }) };
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

  it('dismisses those that are left when the one under the pointer has gone', () => {
    const saved: Toast = { id: 1, tone: 'neutral', title: 'Saved' };
    const { dismissed, region, show } = renderToasts(saved, { ...saved, id: 2 });
    fireEvent.pointerEnter(region());
    show({ ...saved, id: 2 });
    pass(6000);
    expect(dismissed).toEqual([2]);
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
