import type { Rectangle } from 'electron';
import type { WindowBounds } from '#main/settings/preferences/windowBounds.ts';

/** A larger difference, in pixels, is no frame and no rounding: the window was moved or resized. */
const ADDED_AT_MOST = 8;

const sides = ['x', 'y', 'width', 'height'] as const;

/**
 * What is remembered of the place of one window. At scales such as 125 % a system gives a window a few pixels more than it was
 * asked for; remembered as they are, a window would grow with every start. And a window that was put elsewhere because its
 * display is gone has its own place again when the display is back, unless the user moved it meanwhile.
 */
export class WindowPlace {
  readonly #before: WindowBounds | null;
  readonly #asked: Partial<Rectangle>;
  /** What the system added; `null`: not seen yet. */
  #added: Rectangle | null = null;
  #remembered: WindowBounds | null;

  /**
   * @param before what is remembered of the window before; `null`: nothing
   * @param asked the bounds that this one was asked to have
   */
  constructor(before: WindowBounds | null, asked: Partial<Rectangle>) {
    this.#before = before;
    this.#asked = asked;
    this.#remembered = before;
  }

  /** @param seen the bounds that the window has at rest. @returns what to remember from now on; `null`: nothing changed */
  rests(seen: Rectangle, isMaximized: boolean): WindowBounds | null {
    const asked = this.#asked;
    this.#added ??= eachSide((side) => {
      const added = seen[side] - (asked[side] ?? seen[side]);
      return Math.abs(added) <= ADDED_AT_MOST ? added : 0;
    });
    const added = this.#added;
    const own = eachSide((side) => seen[side] - added[side]);
    const isUnmoved = sides.every((side) => own[side] === asked[side]);
    const next = { ...(isUnmoved ? (this.#before ?? own) : own), isMaximized };
    const known = this.#remembered;
    if (known?.isMaximized === isMaximized && sides.every((side) => known[side] === next[side])) return null;
    this.#remembered = next;
    return next;
  }
}

function eachSide(of: (side: (typeof sides)[number]) => number): Rectangle {
  return { x: of('x'), y: of('y'), width: of('width'), height: of('height') };
}
