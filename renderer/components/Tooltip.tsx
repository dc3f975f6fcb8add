import { Slot } from 'radix-ui';
import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useLayer } from '#renderer/hooks/useLayer.ts';

const TooltipLayer = lazyPart(
  async () => (await import('./TooltipLayer.tsx')).TooltipLayer,
  ({ onClose }) => onClose(),
);

/** Time that the pointer rests on an element before its tooltip is shown. */
const DELAY_MS = 500;
/** After a tooltip was hidden, the next one is shown without delay for this time. */
const WARM_MS = 300;
/** Time to move the pointer from the element to the text, so that it can be read and selected. */
const LEAVE_MS = 120;

/** Hides the tooltip that is shown: there is one at most. */
let hideShown: (() => void) | null = null;
let hiddenAt = Number.NEGATIVE_INFINITY;

interface TooltipProps {
  readonly text: string;
  /** Whether the keyboard focus shows it, too; default: yes. */
  readonly onFocus?: boolean;
  /** The one element that the tooltip describes; it must take a ref and DOM props. */
  readonly children: ReactElement;
}

/** A short text over an element, shown on hover and on keyboard focus. */
export function Tooltip({ text, onFocus = true, children }: TooltipProps) {
  const id = useId();
  const { anchor, layer, find } = useLayer();
  const { isOpen, show, hide, onElement } = useShown(find);
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={isOpen ? id : undefined}
        onPointerMove={onElement.move}
        onPointerLeave={onElement.leave}
        onPointerDown={hide}
        onClick={hide}
        onFocus={(event: FocusEvent) => {
          // Focus that comes back from a closed dialog or menu after a click is no question for the name.
          if (onFocus && event.currentTarget.matches(':focus-visible')) show();
        }}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {isOpen && (
        <TooltipLayer
          id={id}
          anchor={anchor}
          container={layer}
          onPointerEnter={show}
          onPointerLeave={onElement.leave}
          onClose={hide}
        >
          {text}
        </TooltipLayer>
      )}
    </>
  );
}

function useShown(onShow: () => void) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef(0);
  /** The pointer is on the element and has been noticed: a tooltip hidden by a click stays hidden. */
  const isOver = useRef(false);
  const hide = useRef(() => {
    clearTimeout(timer.current);
    setOpen(false);
    if (hideShown !== hide) return;
    hideShown = null;
    hiddenAt = performance.now();
  }).current;
  useEffect(() => hide, [hide]);

  const show = () => {
    clearTimeout(timer.current);
    if (hideShown === hide) return;
    hideShown?.();
    hideShown = hide;
    onShow();
    setOpen(true);
  };
  const move = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || isOver.current) return;
    isOver.current = true;
    clearTimeout(timer.current);
    const isWarm = hideShown !== null || performance.now() - hiddenAt < WARM_MS;
    if (isWarm) show();
    else timer.current = window.setTimeout(show, DELAY_MS);
  };
  const leave = () => {
    isOver.current = false;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(hide, LEAVE_MS);
  };
  return { isOpen, show, hide, onElement: { move, leave } };
}
