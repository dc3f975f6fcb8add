import type { LucideProps } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';

interface IconData {
  /** SVG elements with their attributes, of which `key` is React's. */
  readonly node: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
}

const outline = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * The component of an icon of lucide-react. The build puts this function in the place of the package's own, which builds the
 * shapes again at each rendering, in two components: a list has a hundred icons. An icon without a name is hidden from
 * screen readers.
 */
export default function drawnIcon({ node }: IconData): FunctionComponent<LucideProps> {
  const shapes = node.map(([name, attributes]) => createElement(name, attributes));
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
