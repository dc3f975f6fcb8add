import { create } from 'zustand';
import { openOrder, showView } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';

interface ShownCommand {
  /** The copies whose command's output is open, by their ids. */
  readonly open: ReadonlySet<string>;
  /** The copy whose command a message led to: it is brought into sight and gets the focus. */
  readonly wantedId: string | null;
}

/** What is shown of commands in the rows of copies. */
export const useShownCommand = create<ShownCommand>()(() => ({ open: new Set(), wantedId: null }));

/** Opens or closes the output of a copy's command. */
export function toggleOutput(copyId: string): void {
  useShownCommand.setState(({ open }) => {
    const next = new Set(open);
    if (!next.delete(copyId)) next.add(copyId);
    return { open: next };
  });
}

/** Leads to the command of a copy in the panel of its order, its output open. */
export function goToCommand({ id, orderId }: Pick<CopyBundleView, 'id' | 'orderId'>): void {
  useShownCommand.setState(({ open }) => ({ open: new Set(open).add(id), wantedId: id }));
  showView('orders');
  openOrder(orderId);
}

/** The way was taken. */
export function arriveAtCommand(): void {
  useShownCommand.setState({ wantedId: null });
}
