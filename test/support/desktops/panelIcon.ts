import { contrastOfGrays } from './luminance.ts';
import type { GrayPicture, Screen } from './screen.ts';
import type { ScreenArea } from './screenArea.ts';

/** Opacity of each pixel of an icon, 0 to 255, row by row. */
export interface IconShape {
  readonly size: number;
  readonly opacity: Uint8Array;
}

/** An icon that was found on the screen. */
export interface FoundIcon extends ScreenArea {
  /** How alike it is, -1 to 1. */
  readonly likeness: number;
  /** The contrast of its pixels to the panel's, by WCAG 2.2: 1 to 21. */
  readonly contrast: number;
}

/** The sizes that panels draw an icon in, in pixels. */
const sizes = Array.from({ length: 25 }, (_, index) => 14 + index);

/** The place in an area of the screen that is most like the icon. */
export async function findIcon(screen: Screen, area: ScreenArea, shape: IconShape): Promise<FoundIcon> {
  const found = iconIn(await screen.gray(area), shape);
  return { ...found, x: area.x + found.x, y: area.y + found.y };
}

/** The place in a picture where something of the icon's shape stands out most from its surroundings, whatever the colours. */
export function iconIn(picture: GrayPicture, shape: IconShape): FoundIcon {
  const ground = median(picture.pixels);
  const difference = Float32Array.from(picture.pixels, (value) => Math.abs(value - ground));
  let best: FoundIcon = { x: 0, y: 0, width: 0, height: 0, likeness: -1, contrast: 1 };
  for (const size of sizes) {
    if (size > picture.height) break;
    const template = centred(resized(shape, size));
    for (let y = 0; y + size <= picture.height; y += 1) {
      for (let x = 0; x + size <= picture.width; x += 1) {
        const likeness = correlation(difference, picture.width, x, y, template);
        if (likeness <= best.likeness) continue;
        const contrast = contrastOf(picture, x, y, resized(shape, size), ground);
        best = { x, y, width: size, height: size, likeness, contrast };
      }
    }
  }
  return best;
}

interface Template {
  readonly size: number;
  readonly values: Float32Array;
  readonly length: number;
}

/** The opacity in another size: each pixel the mean of those that it covers. */
function resized({ size: from, opacity }: IconShape, size: number): Float32Array {
  const values = new Float32Array(size * size);
  const fine = 4;
  for (let y = 0; y < size * fine; y += 1) {
    for (let x = 0; x < size * fine; x += 1) {
      const [fromX, fromY] = [x, y].map((at) => Math.floor(((at + 0.5) * from) / (size * fine)));
      const value = opacity[(fromY ?? 0) * from + (fromX ?? 0)] ?? 0;
      const target = Math.floor(y / fine) * size + Math.floor(x / fine);
      values[target] = (values[target] ?? 0) + value / fine ** 2;
    }
  }
  return values;
}

function centred(values: Float32Array): Template {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const shifted = values.map((value) => value - mean);
  const length = Math.sqrt(shifted.reduce((sum, value) => sum + value * value, 0));
  return { size: Math.sqrt(values.length), values: shifted, length };
}

/** Pearson's correlation of the template with the square of its size at this place. */
function correlation(all: Float32Array, width: number, x: number, y: number, template: Template): number {
  const { size, values, length } = template;
  let [sum, squares, product] = [0, 0, 0];
  for (let row = 0; row < size; row += 1) {
    const start = (y + row) * width + x;
    for (let column = 0; column < size; column += 1) {
      const value = all[start + column] ?? 0;
      sum += value;
      squares += value * value;
      product += value * (values[row * size + column] ?? 0);
    }
  }
  const spread = squares - (sum * sum) / (size * size);
  return spread <= 0 ? -1 : product / (Math.sqrt(spread) * length);
}

function contrastOf(picture: GrayPicture, x: number, y: number, opacity: Float32Array, ground: number) {
  const size = Math.sqrt(opacity.length);
  const solid: number[] = [];
  for (const [index, value] of opacity.entries()) {
    if (value < 230) continue;
    const at = (y + Math.floor(index / size)) * picture.width + x + (index % size);
    solid.push(picture.pixels[at] ?? ground);
  }
  // The mark inside of the icon is of another colour than most of it.
  return contrastOfGrays(median(Uint8Array.from(solid)), ground);
}

function median(values: Uint8Array): number {
  return values.toSorted()[Math.floor(values.length / 2)] ?? 0;
}
