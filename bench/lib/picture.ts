import type { BenchRow } from './figures.ts';

/** Figures of the picture in plain words, and what they are compared with. */
type Captions = Readonly<Record<string, readonly [figure: string, floor: string]>>;

const floors: Captions = {
  ready: ['Start, until 12 orders are shown', 'blank Electron app'],
  reopen: ['Reopen from the tray, 12 orders', 'blank Electron app'],
  'reopen-soon': ['The same within ten minutes', 'blank Electron app'],
  'quick-open': ['Quick window from the tray', 'blank Electron app'],
  'list-10000-painted': ['Start, until 10,000 orders are shown', 'blank Electron app'],
  'reopen-10000': ['Reopen from the tray, 10,000 orders', 'blank Electron app'],
  'memory-tray': ['Memory in the tray', 'blank Electron app'],
  'idle-wake-ups': ['Wake-ups in the tray', 'blank Electron app'],
  'install-size': ['Size on disk', 'Electron alone'],
  'command-cold': ['notafter status, app not running', 'Electron app that exits'],
  'sync-2000-latency20': ['First sync of 2,000 orders', 'bare requests'],
  'export-500-vs-synced': ['Export of 500 certificates', 'careful script'],
  'zip-500': ['The same as a ZIP file', 'zip'],
  'copies-2000': ['Check of 2,000 exported files', 'reading them'],
  'probes-1000': ['Check of 1,000 servers', 'bare TLS connections'],
};

const peers: Captions = {
  'command-running': ['notafter status, app running', 'gh --version'],
  'peer-sync-100-bash': ['notafter sync, 100 orders', 'bash, curl, openssl, jq'],
  'peer-sync-100-node': ['The same', 'Node and undici'],
  'peer-export-100-bash': ['notafter export, 100 orders', 'bash, curl, openssl, jq'],
  'peer-export-100-node': ['The same', 'Node and undici'],
  'peer-check-12-check_ssl_cert': ['notafter check, 12 orders', 'check_ssl_cert'],
  'peer-check-100-openssl': ['notafter check, 100 orders', 'openssl x509'],
  'pkcs12-modern': ['A PKCS#12 file', 'openssl pkcs12'],
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
  .shown { fill: #818b98 }
  .goal { fill: #1f2328 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .ground { fill: #0d1117; stroke: #3d444d }
    .one { stroke: #656c76 }
    .met { fill: #2ea043 }
    .goal { fill: #f0f6fc }
  }`;

/** A figure, with its ratio so that less is better; without a goal it is only shown. */
interface Bar {
  readonly figure: string;
  readonly floor: string;
  readonly ratio: number;
  readonly goal: number | null;
  readonly isMet: boolean | null;
}

/**
 * The ratios of the rows as a picture for light and dark pages, in SVG: a bar for each figure, with a mark at its goal.
 * Floors come first, then what people would use instead. For rates the ratio is turned round, so that a shorter bar is
 * always better.
 */
export function pictureOf(rows: readonly BenchRow[]): string {
  const compared = barsOf(rows, floors);
  const peerBars = barsOf(rows, peers);
  const heading = peerBars.length === 0 ? [] : ['Compared with what people use instead'];
  const entries = [...compared, ...heading, ...peerBars];
  const bars = [...compared, ...peerBars];
  const longest = Math.max(1, ...bars.flatMap(({ ratio, goal }) => [ratio, goal ?? 0]));
  const scale = (barRight - barLeft) / Math.min(mostRatio, longest);
  const at = (ratio: number) => round(Math.min(barRight, barLeft + ratio * scale));
  const bottom = top + entries.length * rowHeight;
  const lines = entries.map((entry, index) => {
    const y = top + index * rowHeight;
    const text = (x: number, words: string, kind = '') =>
      `<text x="${x}" y="${y + 18}" class="${kind}">${words}</text>`;
    if (typeof entry === 'string') return text(20, entry, 'title');
    const { figure, floor, ratio, goal, isMet } = entry;
    const state = isMet === null ? 'shown' : isMet ? 'met' : 'missed';
    return [
      text(20, figure),
      text(barLeft - 12, floor, 'quiet end'),
      `<rect x="${barLeft}" y="${y + 6}" width="${round(at(ratio) - barLeft)}" height="16" rx="2" class="${state}"/>`,
      ...(goal === null
        ? []
        : [`<rect x="${round(at(goal) - 1.5)}" y="${y + 2}" width="3" height="24" class="goal"/>`]),
      text(780, ratio.toFixed(2), 'end'),
      ...(isMet === null ? [] : [text(width - 20, state, 'quiet end')]),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + 20}" viewBox="0 0 ${width} ${bottom + 20}" role="img">
<title>NotAfter compared with the simplest program for each task, and with what people use instead</title>
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

/** Figures with a ratio, and a limit of it or no goal at all. */
function barsOf(rows: readonly BenchRow[], captions: Captions): readonly Bar[] {
  return Object.entries(captions).flatMap(([name, [figure, floor]]): readonly Bar[] => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined || row.ratio === null) return [];
    const { ratio, goal, isMet } = row;
    if (goal === null) return [{ figure, floor, ratio, goal, isMet }];
    const limit = Number(/^[<>]= ([\d.]+)x$/u.exec(goal)?.[1]);
    if (Number.isNaN(limit)) return [];
    const less = (value: number) => (goal.startsWith('>=') ? 1 / value : value);
    return [{ figure, floor, ratio: less(ratio), goal: less(limit), isMet }];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
