// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { type ComponentType, StrictMode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CrashBoundary } from '#renderer/CrashBoundary.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { lazyPart, loadPartsAfter, PartFailedContext, preloadParts } from '#renderer/hooks/lazyPart.tsx';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';

interface NoteProps {
  readonly onClose: () => void;
}

function Note({ onClose }: NoteProps) {
  return (
    <Dialog title="Note" onClose={onClose}>
      <button type="button">Inside</button>
    </Dialog>
  );
}

function Opener({ part: Part }: { readonly part: ComponentType<NoteProps> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {isOpen ? 'Opened' : 'Open'}
      </button>
      {isOpen && <Part onClose={() => setOpen(false)} />}
    </>
  );
}

/** A button that opens a lazy dialog. @param read called for each attempt to load it */
function renderOpener(read: () => Promise<typeof Note>) {
  const failed = vi.fn();
  const LazyNote = lazyPart(read, ({ onClose }) => onClose());
  const { user } = renderPart(
    <StrictMode>
      <PartFailedContext value={failed}>
        <Opener part={LazyNote} />
      </PartFailedContext>
    </StrictMode>,
  );
  return { user, failed };
}

const opener = () => screen.getByRole('button', { name: /Open/u });

describe('lazyPart', () => {
  it('shows a dialog as soon as it has arrived, with the focus in it, and returns the focus', async () => {
    const arrival = Promise.withResolvers<typeof Note>();
    const { user } = renderOpener(() => arrival.promise);
    await user.click(opener());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener());
    arrival.resolve(Note);
    await screen.findByRole('dialog', { name: 'Note' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Inside'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it('shows a part that was loaded before at once', async () => {
    const { user } = renderOpener(async () => Note);
    await preloadParts();
    await user.click(opener());
    expect(screen.getByRole('dialog', { name: 'Note' })).toBeTruthy();
  });

  it('closes what cannot be loaded, says so once, and loads it again the next time', async () => {
    let attempts = 0;
    const { user, failed } = renderOpener(async () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return Note;
    });
    await user.click(opener());
    await screen.findByRole('button', { name: 'Open' });
    expect(failed).toHaveBeenCalledTimes(1);
    await user.click(opener());
    await screen.findByRole('dialog', { name: 'Note' });
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('shows that a part which fills the page cannot be loaded, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let attempts = 0;
    const Page = lazyPart(async () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>The page</p>;
    });
    const { user } = renderPart(
      <CrashBoundary>
        <Page />
      </CrashBoundary>,
    );
    await screen.findByText(t('orders.unexpected.title'));
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }));
    expect(await screen.findByText('The page')).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('is not loaded before the first rows are painted', async () => {
    const paint = Promise.withResolvers<void>();
    loadPartsAfter(paint.promise);
    const read = vi.fn(async () => () => <p>The part</p>);
    const Part = lazyPart(read);
    renderPart(<Part />);
    await Promise.resolve();
    expect(read).not.toHaveBeenCalled();
    paint.resolve();
    expect(await screen.findByText('The part')).toBeTruthy();
  });
});
