// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { CommandSection } from '#renderer/features/deployment/files/CommandSection.tsx';
import { CopyRow } from '#renderer/features/deployment/files/CopyRow.tsx';
import { PlannedRow } from '#renderer/features/deployment/files/PlannedRow.tsx';
import { FilesStep } from '#renderer/features/deployment/steps/FilesStep.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { filesState, filesStep } from '#shared/domain/deploymentSteps.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays, unfetchedOrder } from '#test/support/orderRows.ts';
import { withElementSize } from '#test/support/pageLayout.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { copy, now } from '../copyViews.ts';
import { english as t } from '../translators.ts';

describe('the command of a folder', () => {
  it.each([
    ['with its output, which can be shown', 'no such file\n', true],
    ['after a restart, and that its output is not kept', null, false],
    ['without output that it never had', '', false],
  ])('a failed command is shown %s', (_, output, canShow) => {
    const command = ['/bin/reload'];
    const outcome = { kind: 'exited', code: 3 } as const;
    const times = { startedAt: now - 2000, endedAt: now };
    const lastRun = { kind: 'ended', ...times, outcome, output, isCut: false } as const;
    renderPart(<CommandSection copy={copy({ command, lastRun })} command={command} now={now} />);
    expect(screen.getByText('Failed: exit code 3, 2 s')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show output' }) !== null).toBe(canShow);
    expect(screen.queryByText('Its output is not kept after a restart.') !== null).toBe(output === null);
  });
});

describe('the menu of a card', () => {
  const planned = {
    id: 'p',
    orderId: 'a',
    folder: '~/certs/mail',
    presetId: 'nginx',
    parts: null,
    autoRefresh: false,
  };

  const labels = () =>
    screen.findAllByRole('menuitem').then((items) => items.map(({ textContent }) => textContent));

  it('a folder has the menu of its button where the user asks for it, which gets the focus back', async () => {
    const { user } = renderPart(<CopyRow copy={copy()} />);
    const card = screen.getByRole('listitem', { name: t('copies.label', { folder: '~/certs/shop' }) });
    fireEvent.contextMenu(within(card).getByRole('checkbox'));
    const asked = await labels();
    await user.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: t('copies.more', { folder: '~/certs/shop' }) });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    expect(asked).toEqual(await labels());
    expect(asked).toContain(t('copies.reveal'));
  });

  it('a folder that waits for its first export has one too', async () => {
    renderPart(<PlannedRow planned={planned} canExport />);
    fireEvent.contextMenu(screen.getByText(t('copies.exportNow')));
    expect(await labels()).toEqual([t('copies.exportNow'), t('copies.planned.remove')]);
  });

  it('a selected text of a card keeps its own menu', () => {
    renderPart(<CopyRow copy={copy()} />);
    const card = screen.getByRole('listitem', { name: t('copies.label', { folder: '~/certs/shop' }) });
    document.getSelection()?.selectAllChildren(card);
    expect(fireEvent.contextMenu(card)).toBe(true);
    document.getSelection()?.removeAllRanges();
    expect(fireEvent.contextMenu(card)).toBe(false);
  });
});

describe('planned destinations', () => {
  const row = orderWithDays('a', 60, Date.now());

  function plan(change: Partial<PlannedDestinationView> = {}): PlannedDestinationView {
    return {
      id: 'p1',
      orderId: 'a',
      presetId: 'pem',
      parts: ['key'],
      folder: '~/tls',
      autoRefresh: true,
      ...change,
    };
  }

  const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
  const exportOf = (planned: PlannedDestinationView) => ({
    kind: 'export',
    orderIds: ['a'],
    options: {
      presetId: planned.presetId,
      parts: new Set(planned.parts ?? ['key', 'certificate', 'certificateServer', 'certificateChain']),
      into: planned.id,
    },
  });

  describe('the step of the exported files', () => {
    function renderStep(
      planned: readonly PlannedDestinationView[],
      copies: readonly CopyBundleView[] = [],
      { order = row, calls = {} }: { readonly order?: OrderRow; readonly calls?: FakeCalls } = {},
    ) {
      return renderPart(
        <ul>
          <FilesStep
            hasExport={false}
            row={order}
            copies={copies}
            planned={planned}
            facts={filesStep(copies)}
            state={filesState(filesStep(copies), [])}
          />
        </ul>,
        { app: { presets: builtinPresets, copies, planned, orders: toColumns([order]) }, calls },
      );
    }

    it('says where the files should go, and opens the export with that', async () => {
      const { user } = renderStep([plan()]);
      expect(screen.getByText(t('copies.planned.text', { preset: t('presets.names.pem') }))).toBeDefined();
      expect(screen.getByTitle('~/tls')).toBeDefined();
      expect(screen.getByText(t('exporting.part.key'))).toBeDefined();
      expect(screen.getByText(t('copies.planned.autoRefresh'))).toBeDefined();
      expect(screen.queryByText(t('places.steps.noFiles'))).toBeNull();
      await user.click(screen.getByRole('button', { name: t('copies.exportNow') }));
      expect(useViewStore.getState().dialog).toEqual({ kind: 'export', orderIds: ['a'] });
    });

    it('offers no export before there is a certificate', () => {
      renderStep([plan()], [], { order: unfetchedOrder('a') });
      expect(button(t('copies.exportNow'))).toBeNull();
      expect(button(t('copies.planned.removeOf', { folder: '~/tls' }))).not.toBeNull();
    });

    it.each([
      ['several', [plan(), plan({ id: 'p2', folder: '/srv/tls', presetId: 'nginx', parts: null })], []],
      ['one beside exported files', [plan({ folder: '/srv/tls' })], [copy()]],
    ])('lists %s, each with its export', async (_, planned, copies) => {
      const { user } = renderStep(planned, copies);
      expect(screen.getByText(t('copies.planned.waiting', { count: planned.length }))).toBeDefined();
      const last = planned.at(-1) ?? plan();
      const item = within(
        screen.getByRole('listitem', { name: t('copies.planned.label', { folder: last.folder }) }),
      );
      await user.click(item.getByRole('button', { name: t('copies.exportNow') }));
      expect(useViewStore.getState().dialog).toEqual(exportOf(last));
    });

    it('removes a planned export, and offers to undo it', async () => {
      const calls: FakeCalls = {
        'planned:remove': async () => ok(null),
        'planned:restore': async () => err({ kind: 'unknownId' }),
      };
      const { user, asked } = renderStep([plan()], [], { calls });
      await user.click(
        screen.getByRole('button', { name: t('copies.planned.removeOf', { folder: '~/tls' }) }),
      );
      const [toast] = useToastStore.getState().toasts;
      expect(toast).toMatchObject({ title: t('copies.planned.removed', { folder: '~/tls' }) });
      toast?.action?.run();
      await waitFor(() =>
        expect(useToastStore.getState().toasts.at(-1)?.title).toBe(t('copies.planned.restoreFailed')),
      );
      expect(asked).toEqual([
        ['planned:remove', ['p1']],
        ['planned:restore', ['p1']],
      ]);
    });
  });

  describe('the export dialog', () => {
    async function start(planned: readonly PlannedDestinationView[], copies: readonly CopyBundleView[] = []) {
      withElementSize(800, 600);
      const { user, asked } = renderPart(<ExportDialog />, {
        app: { orders: toColumns([row]), presets: builtinPresets, copies, planned },
        view: { dialog: { kind: 'export', orderIds: ['a'] } },
        calls: { 'export:start': async () => ok(null) },
      });
      await user.click(screen.getByRole('button', { name: t('exporting.title') }));
      return asked[0]?.[1];
    }

    it('begins with the preset, the files and the folder that are planned', async () => {
      const others = [copy({ orderId: 'b', target: '~/other', writtenAt: 9 })];
      expect(await start([plan({ orderId: 'b', id: 'p0' }), plan()], others)).toMatchObject({
        ...{ presetId: 'pem', parts: ['key'], container: 'folder', into: 'p1' },
      });
    });

    it('begins with the last export of an order that has one, and lists the planned folder', async () => {
      expect(await start([plan({ folder: '/srv/tls' })], [copy()])).toMatchObject({
        presetId: 'nginx',
        into: 'c',
      });
      await waitFor(() => expect(screen.getByRole('combobox').textContent).toContain('~/certs'));
      expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
        '~/certs',
        '/srv/tls',
      ]);
    });
  });
});
