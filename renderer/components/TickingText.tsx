import { useLayoutEffect, useRef } from 'react';
import type { Grain } from '#renderer/hooks/ticker.ts';
import { followTime, lastTick } from '#renderer/hooks/useNow.ts';

interface TickingTextProps {
  readonly grain: Grain;
  /** The words for a moment (Unix ms). */
  readonly words: (now: number) => string;
  readonly className?: string;
}

/**
 * A text that follows the time: a tick writes its text node only. Thirty countdowns that React
 * renders every second cost several times what their texts do.
 */
export function TickingText({ grain, words, className }: TickingTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const text = textNodeOf(element.current);
    const write = () => {
      const now = words(lastTick());
      if (text.data !== now) text.data = now;
    };
    write();
    return followTime(grain, write);
  }, [grain, words]);
  return <span ref={element} className={className} />;
}

/** The one text node of an element that React leaves alone. */
function textNodeOf(element: HTMLElement | null): Text {
  const present = element?.firstChild;
  if (present instanceof Text) return present;
  const made = document.createTextNode('');
  element?.append(made);
  return made;
}
