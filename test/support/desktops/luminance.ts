/** The relative luminance of each value of a part of sRGB, 0 to 1. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** The contrast of two grays of sRGB, by WCAG 2.2: 1 to 21. */
export function contrastOfGrays(one: number, other: number): number {
  const [light = 1, dark = 1] = [linear[one] ?? 1, linear[other] ?? 1].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The grays that are as light as colours of sRGB. The mean of a colour's parts is not: it makes green too dark.
 * @param colours red, green and blue of each pixel
 */
export function graysOf(colours: Uint8Array): Uint8Array {
  const part = (at: number) => linear[colours[at] ?? 0] ?? 0;
  return Uint8Array.from({ length: colours.length / 3 }, (_, index) => {
    const at = index * 3;
    const luminance = 0.2126 * part(at) + 0.7152 * part(at + 1) + 0.0722 * part(at + 2);
    const gray = luminance <= 0.0031308 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055;
    return Math.round(gray * 255);
  });
}
