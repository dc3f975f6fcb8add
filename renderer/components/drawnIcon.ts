import type { LucideProps } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';

interface IconData {
  /** SVG elements with their attributes, of which `key` is React's. */
  readonly node: readonly (readonly [name: string, attributes: Attributes])[];
}

const outline = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

type Attributes = Readonly<Record<string, string>>;

/** The outline of a shape of SVG as the data of a path; `null`: not known here, or it has a colour of its own. */
function outlineOf(name: string, { key: _, ...attributes }: Attributes): string | null {
  const n = (attribute: string) => Number(attributes[attribute] ?? 0);
  if (attributes['fill'] !== undefined) return null;
  const { d } = attributes;
  // Alone, a path may begin with a relative point.
  if (name === 'path') return d === undefined ? null : d.replace(/^m/u, 'M0 0m');
  if (name === 'line') return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
  if (name === 'polyline') return `M${attributes['points'] ?? ''}`;
  if (name === 'circle') {
    const r = n('r');
    return `M${n('cx') - r} ${n('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if (name !== 'rect') return null;
  const r = n('rx');
  const [width, height] = [n('width') - 2 * r, n('height') - 2 * r];
  const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  return `M${n('x') + r} ${n('y')}h${width}${corner(r, r)}v${height}${corner(-r, r)}h${-width}${corner(-r, -r)}v${-height}${corner(r, -r)}z`;
}

/** The shapes of an icon, their outlines as one path: a list has a hundred icons. */
function shapesOf(node: IconData['node']) {
  const outlines = node.map(([name, attributes]) => outlineOf(name, attributes));
  return [
    createElement('path', { key: 'outlines', d: outlines.join('') }),
    ...node.flatMap(([name, attributes], index) =>
      outlines[index] === null ? createElement(name, attributes) : [],
    ),
  ];
}

/**
 * The component of an icon of lucide-react. The build puts this function in the place of the package's own, which builds the
 * shapes again at each rendering, in two components: a list has a hundred icons. An icon without a name is hidden from
 * screen readers.
 */
export default function drawnIcon({ node }: IconData): FunctionComponent<LucideProps> {
  const shapes = shapesOf(node);
  return ({ size = 24, ...props }: LucideProps) =>
    createElement(
      'svg',
      {
        ...outline,
        width: size,
        height: size,
        'aria-hidden': props['aria-label'] === undefined ? true : undefined,
        ...props,
      },
      shapes,
    );
}
