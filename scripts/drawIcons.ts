/**
 * Draws all icons of the app into `assets/` from the shapes in this file: `node scripts/drawIcons.ts`.
 * Needs `rsvg-convert` (librsvg2-bin), `convert` (imagemagick) and `png2icns` (icnsutils). The results are in git;
 * run it only when a shape changes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TrayIconName, trayIconNames, trayImage } from '#main/alerting/overview/trayView.ts';

const assets = join(import.meta.dirname, '..', 'assets');
const scratch = mkdtempSync(join(tmpdir(), 'notafter-icons-'));

/** A ring with a mark inside, which shows the state without colour. */
const RING = '<circle cx="11" cy="11" r="8.6" fill="none" stroke="INK" stroke-width="2"/>';

interface Drawing {
  readonly colour: string;
  readonly shape: string;
}

const drawings: Readonly<Record<TrayIconName, Drawing>> = {
  healthy: {
    colour: '#27955d',
    shape: `${RING}<path d="M7 11.4l2.8 2.8 5.2-5.8" fill="none" stroke="INK" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
  },
  expiring: {
    colour: '#b8770a',
    shape: `${RING}<path d="M11 6.2V11l3.4 2.2" fill="none" stroke="INK" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
  },
  critical: {
    colour: '#e4572e',
    shape:
      '<path fill-rule="evenodd" fill="INK" d="M11 1.2c.6 0 1.1.3 1.4.8l8 14.6c.6 1.1-.2 2.4-1.4 2.4H3c-1.2 0-2-1.3-1.4-2.4l8-14.6c.3-.5.8-.8 1.4-.8zM9.8 7v5.2h2.4V7zM9.8 13.8v2.4h2.4v-2.4z"/>',
  },
  expired: {
    colour: '#e8505a',
    shape: `<path fill-rule="evenodd" fill="INK" d="M11 1.2a9.8 9.8 0 1 0 0 19.6 9.8 9.8 0 0 0 0-19.6zM6.5 8.1l1.6-1.6 2.9 2.9 2.9-2.9 1.6 1.6-2.9 2.9 2.9 2.9-1.6 1.6-2.9-2.9-2.9 2.9-1.6-1.6 2.9-2.9z"/>`,
  },
  // A server with "not equal" on it: it has another certificate than the issued one.
  notDeployed: {
    colour: '#d9660a',
    shape:
      '<path fill-rule="evenodd" fill="INK" d="M5 1.8h12A3.2 3.2 0 0 1 20.2 5v12a3.2 3.2 0 0 1-3.2 3.2H5A3.2 3.2 0 0 1 1.8 17V5A3.2 3.2 0 0 1 5 1.8zM12.8 4.6l-1.2 2.6H5.7v2.3h4.8l-1.4 3H5.7v2.3H8L6.9 17.2l2 .9 1.6-3.3h5.8v-2.3h-4.7l1.4-3h3.3V7.2h-2.2l.7-1.7z"/>',
  },
  unconfirmed: {
    colour: '#80869a',
    shape: `${RING}<path d="M8.3 8.7a2.7 2.7 0 1 1 3.9 2.4c-.8.4-1.2.9-1.2 1.7" fill="none" stroke="INK" stroke-width="2" stroke-linecap="round"/><circle cx="11" cy="15.4" r="1.250" fill="INK"/>`,
  },
  rejected: {
    colour: '#b565c9',
    shape:
      '<path fill-rule="evenodd" fill="INK" d="M14.2 1.2a6.6 6.6 0 0 0-6.3 8.6L1.2 16.5v4.3h4.9v-2.9h2.9v-2.9h1.7l1.5-1.5a6.6 6.6 0 1 0 2-12.3zM15.7 4.3a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2z"/>',
  },
  empty: { colour: '#80869a', shape: `${RING}<circle cx="11" cy="11" r="1.8" fill="INK"/>` },
};

const APP_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f6f6a"/><stop offset="1" stop-color="#173f45"/></linearGradient>
</defs>
<rect x="32" y="32" width="448" height="448" rx="104" fill="url(#ground)"/>
<circle cx="256" cy="256" r="138" fill="none" stroke="#ffffff" stroke-opacity=".22" stroke-width="36"/>
<path d="M256 118a138 138 0 1 1-119.5 69" fill="none" stroke="#ffffff" stroke-width="36" stroke-linecap="round"/>
<circle cx="136.5" cy="187" r="31" fill="#ffb648"/>
<path d="M202 262l40 40 74-84" fill="none" stroke="#ffffff" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;

function render(svg: string, size: number, target: string): void {
  const source = join(scratch, 'source.svg');
  writeFileSync(source, svg);
  execFileSync('rsvg-convert', [
    '--width',
    String(size),
    '--height',
    String(size),
    '--output',
    target,
    source,
  ]);
}

/** Two bars in the lower right corner; the state's shape is smaller and makes room for them. */
const PAUSED = {
  cut: '<mask id="corner"><rect width="22" height="22" fill="#fff"/><rect x="13" y="11.6" width="9" height="10.4" fill="#000"/></mask>',
  bars: '<path fill="INK" d="M14 12.8h3V22h-3zM19 12.8h3V22h-3z"/>',
};

function traySvg(name: TrayIconName, isPaused: boolean, ink: string): string {
  const { shape } = drawings[name];
  const drawn = isPaused
    ? `${PAUSED.cut}<g mask="url(#corner)"><g transform="scale(.82)">${shape}</g></g>${PAUSED.bars}`
    : shape;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">${drawn.replaceAll('INK', ink)}</svg>`;
}

mkdirSync(join(assets, 'tray'), { recursive: true });
mkdirSync(join(assets, 'icons'), { recursive: true });
for (const name of trayIconNames) {
  for (const isPaused of [false, true]) {
    const image = trayImage(name, isPaused);
    const coloured = traySvg(name, isPaused, drawings[name].colour);
    render(coloured, 22, join(assets, 'tray', `${image}.png`));
    render(coloured, 44, join(assets, 'tray', `${image}@2x.png`));
    // macOS recolours images whose name ends in Template; its menu bar uses 16 points.
    const template = traySvg(name, isPaused, '#000000');
    render(template, 16, join(assets, 'tray', `${image}Template.png`));
    render(template, 32, join(assets, 'tray', `${image}Template@2x.png`));
  }
}
const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
for (const size of sizes) render(APP_ICON, size, join(assets, 'icons', `${size}x${size}.png`));
const file = (size: number) => join(assets, 'icons', `${size}x${size}.png`);
execFileSync('convert', [...[16, 24, 32, 48, 64, 128, 256].map(file), join(assets, 'icon.ico')]);
execFileSync('png2icns', [join(assets, 'icon.icns'), ...[16, 32, 48, 128, 256, 512].map(file)]);
rmSync(scratch, { recursive: true });
