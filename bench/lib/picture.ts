import type { BenchRow } from './figures.ts';

/** Figures of the picture in plain words, and what they are compared with. */
const captions: Readonly<Record<string, readonly [figure: string, floor: string]>> = {
  ready: ['Start, until 12 orders are shown', 'blank Electron app'],
  reopen: ['Reopen from the tray, 12 orders', 'blank Electron app'],
  'reopen-soon': ['The same within ten minutes', 'blank Electron app'],
  'quick-open': ['Quick window from the tray', 'blank Electron app'],
  'list-10000-painted': ['Start, until 10,000 orders are shown', 'blank Electron app'],
  'reopen-10000': ['Reopen from the tray, 10,000 orders', 'blank Electron app'],
  'memory-tray': ['Memory in the tray', 'blank Electron app'],
  'idle-wake-ups': ['Wake-ups in the tray', 'blank Electron app'],
  'install-size': ['Size on disk', 'Electron alone'],
  'command-running': ['notafter status, app running', 'gh --version'],
  'command-cold': ['notafter status, app not running', 'Electron app that exits'],
  'export-12': ['Export of 12 certificates', 'script in Node'],
  'sync-2000-latency20': ['First sync of 2,000 orders', 'bare requests'],
};

const width = 860;
const rowHeight = 28;
const top = 66;
const barLeft = 420;
const barRight = 730;
/** Longer bars are cut off. */
const mostRatio = 4;

const style = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #59636e }
  .end { text-anchor: end }
  .ground { fill: #ffffff; stroke: #d1d9e0 }
  .one { stroke: #818b98; stroke-dasharray: 3 3 }
  .met { fill: #2da44e }
  .missed { fill: #d4770b }
  .goal { fill: #1f2328 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .ground { fill: #0d1117; stroke: #3d444d }
    .one { stroke: #656c76 }
    .met { fill: #2ea043 }
    .goal { fill: #f0f6fc }
  }`;

/** A figure with its ratio and the limit of it. */
interface Bar {
  readonly figure: string;
  readonly floor: string;
  readonly ratio: number;
  readonly goal: number;
  readonly isMet: boolean;
}

/** An SVG with a bar for each known figure that has a goal for its ratio. */
export function pictureOf(rows: readonly BenchRow[]): string {
  const bars = barsOf(rows);
  const longest = Math.max(1, ...bars.flatMap(({ ratio, goal }) => [ratio, goal]));
  const scale = (barRight - barLeft) / Math.min(mostRatio, longest);
  const at = (ratio: number) => round(Math.min(barRight, barLeft + ratio * scale));
  const bottom = top + bars.length * rowHeight;
  const lines = bars.map(({ figure, floor, ratio, goal, isMet }, index) => {
    const y = top + index * rowHeight;
    const text = (x: number, words: string, kind = '') =>
      `<text x="${x}" y="${y + 18}" class="${kind}">${words}</text>`;
    const state = isMet ? 'met' : 'missed';
    return [
      text(20, figure),
      text(barLeft - 12, floor, 'quiet end'),
      `<rect x="${barLeft}" y="${y + 6}" width="${round(at(ratio) - barLeft)}" height="16" rx="2" class="${state}"/>`,
      `<rect x="${round(at(goal) - 1.5)}" y="${y + 2}" width="3" height="24" class="goal"/>`,
      text(780, ratio.toFixed(2), 'end'),
      text(width - 20, state, 'quiet end'),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + 20}" viewBox="0 0 ${width} ${bottom + 20}" role="img">
<title>NotAfter compared with the simplest program for each task</title>
<style>${style}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${bottom + 19}" rx="6" class="ground"/>
<text x="20" y="30" class="title">Compared with the simplest program for each task</text>
<text x="20" y="50" class="quiet">Shorter is better. The dashed line is the other program, the mark is the goal.</text>
${lines.join('\n')}
<line x1="${at(1)}" y1="${top}" x2="${at(1)}" y2="${bottom}" class="one"/>
</svg>
`;
}

/** In the order of the captions. */
function barsOf(rows: readonly BenchRow[]): readonly Bar[] {
  return Object.entries(captions).flatMap(([name, [figure, floor]]): readonly Bar[] => {
    const { ratio = null, goal = null, isMet = null } = rows.find((row) => row.name === name) ?? {};
    const limit = Number(/^<= ([\d.]+)x$/u.exec(goal ?? '')?.[1]);
    if (ratio === null || isMet === null || Number.isNaN(limit)) return [];
    return [{ figure, floor, ratio, goal: limit, isMet }];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
