/** A rectangle on the screen, in device-independent pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A screen. Its work area is what panels leave of it. */
export interface Display {
  readonly bounds: Area;
  readonly workArea: Area;
}

export interface QuickSurroundings {
  /** The tray icon, where the host tells its place. Hosts that do not tell it give an empty area. */
  readonly icon: Area | null;
  /** At least one; the primary display is the first. */
  readonly displays: readonly [Display, ...Display[]];
  /** Whether the desktop is written from right to left: its panels then end on the left. */
  readonly isRightToLeft: boolean;
  /** The factor by which its page is enlarged, more than 0; 1: not at all. */
  readonly zoom: number;
}

/** Where panels are looked for, the likeliest for tray icons first: a desktop with a bar and a dock has them in the bar. */
const edges = ['top', 'bottom', 'right', 'left'] as const;
type Edge = (typeof edges)[number];

const WIDTH = 360;
const HEIGHT = 520;
/** Between the window and the edges of the work area. */
const MARGIN = 8;

/**
 * Where the quick window opens: at the panel with the tray icon, inside the work area, centred at the icon where its place is
 * known. Otherwise the panel is where the work area lacks an edge of the display, and the icon at its end. The pointer says
 * nothing: a click on a panel is not seen by the app, which then knows only where the pointer was before.
 */
export function quickPlace({ icon, displays, isRightToLeft, zoom }: QuickSurroundings): Area {
  const isKnown = icon !== null && icon.width > 0 && icon.height > 0;
  const display = isKnown ? nearestDisplay(icon, displays) : (displays.find(hasPanel) ?? displays[0]);
  const { workArea } = display;
  const width = Math.min(Math.round(WIDTH * zoom), workArea.width - 2 * MARGIN);
  const height = Math.min(Math.round(HEIGHT * zoom), workArea.height - 2 * MARGIN);
  const edge = isKnown ? edgeAt(icon, display) : (panelOf(display) ?? 'bottom');
  const end = {
    x: isRightToLeft ? workArea.x : workArea.x + workArea.width,
    y: workArea.y + workArea.height,
  };
  const target = isKnown ? centreOf(icon) : end;
  const sides: Readonly<Record<Edge, { readonly x: number; readonly y: number }>> = {
    top: { x: target.x - width / 2, y: workArea.y },
    bottom: { x: target.x - width / 2, y: end.y },
    left: { x: workArea.x, y: target.y - height / 2 },
    right: { x: workArea.x + workArea.width, y: target.y - height / 2 },
  };
  return {
    x: within(sides[edge].x, workArea.x, workArea.width, width),
    y: within(sides[edge].y, workArea.y, workArea.height, height),
    width,
    height,
  };
}

function within(at: number, start: number, length: number, own: number): number {
  return Math.round(Math.min(Math.max(at, start + MARGIN), start + length - own - MARGIN));
}

function centreOf({ x, y, width, height }: Area): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** How far a point is from an area; 0 inside of it. */
function distance(icon: Area, { x, y, width, height }: Area): number {
  const at = centreOf(icon);
  return Math.hypot(Math.max(x - at.x, 0, at.x - x - width), Math.max(y - at.y, 0, at.y - y - height));
}

function nearestDisplay(icon: Area, displays: QuickSurroundings['displays']): Display {
  return displays.reduce((best, display) =>
    distance(icon, display.bounds) < distance(icon, best.bounds) ? display : best,
  );
}

/** How much of the display a panel takes at each edge. */
function panels({ bounds, workArea }: Display): Readonly<Record<Edge, number>> {
  return {
    top: workArea.y - bounds.y,
    bottom: bounds.y + bounds.height - workArea.y - workArea.height,
    left: workArea.x - bounds.x,
    right: bounds.x + bounds.width - workArea.x - workArea.width,
  };
}

function panelOf(display: Display): Edge | undefined {
  const taken = panels(display);
  return edges.find((edge) => taken[edge] > 0);
}

function hasPanel(display: Display): boolean {
  return panelOf(display) !== undefined;
}

/** The edge whose panel has the icon; without a panel there, the nearest one: panels may hide. */
function edgeAt(icon: Area, display: Display): Edge {
  const { bounds } = display;
  const { x, y } = centreOf(icon);
  const depths: Readonly<Record<Edge, number>> = {
    top: y - bounds.y,
    bottom: bounds.y + bounds.height - y,
    left: x - bounds.x,
    right: bounds.x + bounds.width - x,
  };
  const taken = panels(display);
  const nearestFirst = [...edges].sort((one, other) => depths[one] - depths[other]);
  return nearestFirst.find((edge) => depths[edge] < taken[edge]) ?? nearestFirst[0] ?? 'bottom';
}
