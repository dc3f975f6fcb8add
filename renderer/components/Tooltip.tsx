import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement } from 'react';
import { useLayer } from '#renderer/hooks/useLayer.ts';

interface TooltipProps {
  readonly text: string;
  /** The one element that the tooltip describes; it must take a ref and DOM props. */
  readonly children: ReactElement;
}

/** A short text over an element, shown on hover and on keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  const { anchor, layer, find } = useLayer();
  return (
    <RadixTooltip.Root onOpenChange={(open) => open && find()}>
      <RadixTooltip.Trigger
        ref={anchor}
        asChild
        onFocus={(event) => {
          // Focus that comes back from a closed dialog or menu after a click is no question for the name.
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
        }}
      >
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal container={layer}>
        <RadixTooltip.Content
          side="bottom"
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-w-80 animate-fade rounded-md bg-ink px-2 py-1 text-xs break-words text-canvas"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

/** Stands once around the application, so that tooltips share their delay. */
export const TooltipProvider = RadixTooltip.Provider;
