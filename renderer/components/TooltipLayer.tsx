import { Portal } from 'radix-ui';
import { DismissableLayer, Popper } from 'radix-ui/internal';
import { type ComponentPropsWithRef, type RefObject, useEffect } from 'react';

interface TooltipLayerProps
  extends Pick<ComponentPropsWithRef<'div'>, 'onPointerEnter' | 'onPointerLeave' | 'children'> {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly container: HTMLElement | null;
  readonly onClose: () => void;
}

/**
 * The text of a tooltip below its element, or above it where there is no room. Escape hides it and keeps its other
 * meaning, such as to close the panel.
 */
export function TooltipLayer({ id, anchor, container, onClose, ...content }: TooltipLayerProps) {
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(anchor.current)) onClose();
    };
    window.addEventListener('scroll', onScroll, { capture: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [anchor, onClose]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Portal.Root asChild container={container}>
        <DismissableLayer.Root asChild onPointerDownOutside={onClose} onEscapeKeyDown={onClose}>
          <Popper.Content
            {...content}
            id={id}
            role="tooltip"
            side="bottom"
            sideOffset={5}
            collisionPadding={8}
            className="z-50 max-w-80 animate-fade rounded-md bg-ink px-2 py-1 text-xs break-words text-canvas"
          />
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  );
}
