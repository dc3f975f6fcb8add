import { create } from 'zustand';
import { openOrder, showView } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';

interface ShownCommand {
  readonly open: ReadonlySet<string>;
  /** The copy whose command a toast led to: it is scrolled into view and focused. */
  readonly wantedId: string | null;
}

/** View state of the commands in the rows of copies. */
export const useShownCommand = create<ShownCommand>()(() => ({ open: new Set(), wantedId: null }));

export function toggleOutput(copyId: string): void {
  useShownCommand.setState(({ open }) => {
    const next = new Set(open);
    if (!next.delete(copyId)) next.add(copyId);
    return { open: next };
  });
}

/** Shows the command of a copy in the panel of its order, with its output open. */
export function goToCommand({ id, orderId }: Pick<CopyBundleView, 'id' | 'orderId'>): void {
  useShownCommand.setState(({ open }) => ({ open: new Set(open).add(id), wantedId: id }));
  showView('orders');
  openOrder(orderId);
}

/** The command has been shown. */
export function arriveAtCommand(): void {
  useShownCommand.setState({ wantedId: null });
}
