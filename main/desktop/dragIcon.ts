import { type NativeImage, nativeImage } from 'electron';

/** Pixels at a scale of 1. */
const ICON = 48;
/** As wide as Chromium lets a picture with its text be (ui/views/button_drag_utils.cc). */
const WIDTH = 150;
const SCALES = [1, 2] as const;
/** Bytes. */
const PIXEL = 4;

/**
 * The picture at the pointer during a drag of files: the icon in the middle of a transparent area. On Linux and Windows
 * Electron writes the path of the first file beside the picture. It is a temporary path, which says nothing to a person;
 * this picture leaves no room for it.
 * @param file an icon, a square
 */
export function dragIcon(file: string): NativeImage {
  const icon = nativeImage.createFromPath(file);
  const picture = nativeImage.createEmpty();
  for (const scaleFactor of SCALES) {
    const [size, width] = [ICON * scaleFactor, WIDTH * scaleFactor];
    const pixels = icon.resize({ width: size, height: size, quality: 'best' }).toBitmap();
    const buffer = Buffer.alloc(width * size * PIXEL);
    for (let y = 0; y < size; y += 1) {
      const start = y * width + (width - size) / 2;
      pixels.copy(buffer, start * PIXEL, y * size * PIXEL, (y + 1) * size * PIXEL);
    }
    picture.addRepresentation({ scaleFactor, width, height: size, buffer });
  }
  return picture;
}
