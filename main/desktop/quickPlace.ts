/** A rectangle on the screen, in device-independent pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface QuickSurroundings {
  /** The tray icon, where the host tells its place. Hosts that do not tell it give an empty area. */
  readonly icon: Area | null;
  readonly pointer: { readonly x: number; readonly y: number };
  /** Of the display with the icon, or else with the pointer. */
  readonly display: { readonly bounds: Area; readonly workArea: Area };
}

const WIDTH = 360;
const HEIGHT = 520;
/** Between the window and the edges of the work area. */
const MARGIN = 8;

/** Whether the host told where the icon is. */
export function isPlaced(icon: Area | null): icon is Area {
  return icon !== null && icon.width > 0 && icon.height > 0;
}

/** Where the quick window opens: centred at the tray icon, else in the corner next to the pointer; inside the work area. */
export function quickPlace({ icon, pointer, display }: QuickSurroundings): Area {
  const { workArea } = display;
  const width = Math.min(WIDTH, workArea.width - 2 * MARGIN);
  const height = Math.min(HEIGHT, workArea.height - 2 * MARGIN);
  const target = isPlaced(icon)
    ? { x: icon.x + icon.width / 2, y: icon.y + icon.height / 2 }
    : cornerNextTo(pointer, workArea);
  const within = (at: number, start: number, length: number, own: number) =>
    Math.round(Math.min(Math.max(at, start + MARGIN), start + length - own - MARGIN));
  // Below an icon in the upper half, above one in the lower half: the work area begins there.
  const isUpper = target.y < display.bounds.y + display.bounds.height / 2;
  return {
    x: within(target.x - width / 2, workArea.x, workArea.width, width),
    y: within(isUpper ? workArea.y : workArea.y + workArea.height, workArea.y, workArea.height, height),
    width,
    height,
  };
}

function cornerNextTo({ x, y }: QuickSurroundings['pointer'], area: Area): { x: number; y: number } {
  return {
    x: x < area.x + area.width / 2 ? area.x : area.x + area.width,
    y: y < area.y + area.height / 2 ? area.y : area.y + area.height,
  };
}
