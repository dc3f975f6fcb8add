import { nativeImage } from 'electron';

const SIZE = 128;
const BYTES_PER_PIXEL = 4;

/** A picture as the hint `image-data` of notifications has it: width, height, bytes per line, alpha, bits, channels, RGBA. */
export function notificationIcon(file: string): readonly unknown[] {
  const pixels = nativeImage
    .createFromPath(file)
    .resize({ width: SIZE, height: SIZE })
    .toBitmap({ scaleFactor: 1 });
  // Electron's bitmaps are BGRA on Linux: they become ARGB, then RGBA.
  pixels.swap32();
  for (let at = 0; at < pixels.length; at += BYTES_PER_PIXEL) {
    const [alpha = 0, red = 0, green = 0, blue = 0] = pixels.subarray(at, at + BYTES_PER_PIXEL);
    pixels.set([red, green, blue, alpha], at);
  }
  return [SIZE, SIZE, SIZE * BYTES_PER_PIXEL, true, 8, BYTES_PER_PIXEL, pixels];
}
