import { describe, expect, it } from 'vitest';
import { contrastOfGrays, graysOf } from '#test/support/desktops/luminance.ts';
import { readSent } from '#test/support/desktops/notificationLog.ts';
import { type IconShape, iconIn } from '#test/support/desktops/panelIcon.ts';
import { findText, type GrayPicture, type SeenWord } from '#test/support/desktops/screen.ts';

const words = (text: string): readonly SeenWord[] =>
  text.split(' ').map((word, index) => ({ text: word, x: index * 10, y: 0, width: 8, height: 8 }));

describe('a text on the screen', () => {
  it('is found with letters that look alike, marks at its edges, and broken at a hyphen', () => {
    expect(findText(words('» Harbour gateway explres in'), 'Harbour gateway')?.x).toBe(10);
    expect(findText(words('Qult NotAfter'), 'Quit NotAfter')?.x).toBe(0);
    expect(findText(words('Recent portal- fullchain. pem'), 'portal-fullchain.pem')?.x).toBe(10);
  });

  it('is not found if a word is cut or missing', () => {
    expect(findText(words('Harbour gatew… expires'), 'Harbour gateway')).toBeNull();
    expect(findText(words('Harbour'), 'Harbour gateway')).toBeNull();
  });
});

describe('an icon at the panel', () => {
  /** A ring of 22 pixels. */
  const ring: IconShape = {
    size: 22,
    opacity: Uint8Array.from({ length: 22 * 22 }, (_, index) => {
      const radius = Math.hypot((index % 22) - 10.5, Math.floor(index / 22) - 10.5);
      return radius > 7 && radius < 10.5 ? 255 : 0;
    }),
  };
  /** A panel of one brightness with the ring in another one, and a bar like one of text. */
  const panel = (ground: number, own: number): GrayPicture => {
    const [width, height] = [120, 30];
    const pixels = new Uint8Array(width * height).fill(ground);
    for (const [index, value] of ring.opacity.entries())
      if (value > 0) pixels[(4 + Math.floor(index / 22)) * width + 80 + (index % 22)] = own;
    for (let x = 10; x < 50; x += 1) pixels[15 * width + x] = own;
    return { width, height, pixels };
  };

  it.each([
    ['dark on light', 245, 40],
    ['light on dark', 30, 220],
  ])('is found in its place and size, %s', (_name, ground, own) => {
    const found = iconIn(panel(ground, own), ring);
    expect(found.likeness).toBeGreaterThan(0.9);
    expect([found.x, found.y, found.width]).toEqual([80, 4, 22]);
    expect(found.contrast).toBeGreaterThan(3);
  });

  it('has no contrast in the colour of the panel, and is not found where it is not', () => {
    expect(iconIn(panel(200, 190), ring).contrast).toBeLessThan(1.5);
    const empty = panel(245, 245);
    for (let x = 10; x < 50; x += 1) empty.pixels[15 * empty.width + x] = 0;
    expect(iconIn(empty, ring).likeness).toBeLessThan(0.6);
  });
});

describe('the contrast of colours', () => {
  it('is that of their luminance', () => {
    const [white = 0, green = 0, dark = 0] = graysOf(
      Uint8Array.of(255, 255, 255, 0x27, 0x95, 0x5d, 0x35, 0x35, 0x35),
    );
    expect([white, dark]).toEqual([255, 0x35]);
    expect(contrastOfGrays(green, white)).toBeCloseTo(3.8, 1);
    expect(contrastOfGrays(green, dark)).toBeCloseTo(3.2, 1);
  });
});

describe('the labels of a notification', () => {
  it('are those that were sent, also an empty one', () => {
    const call = [
      'method call time=1 sender=:1.9 -> destination=:1.5 serial=7 path=/org/freedesktop/Notifications; interface=org.freedesktop.Notifications; member=Notify',
      '   string "NotAfter"',
      '   uint32 0',
      '   string ""',
      '   string "Shop expires in 19 days"',
      '   string "Renew it in time."',
      '   array [',
      '      string "default"',
      '      string ""',
      '      string "0"',
      '      string "Show"',
      '   ]',
      '   array [',
      '      dict entry(',
      '         string "urgency"',
      '      )',
      '   ]',
    ].join('\n');
    expect(readSent(`signal sender=:1.1\n${call}\n`)).toEqual([
      {
        title: 'Shop expires in 19 days',
        buttons: [
          { key: 'default', label: '' },
          { key: '0', label: 'Show' },
        ],
      },
    ]);
  });
});
