// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { Bell as Icon } from 'lucide-react';
import { expect, test } from 'vitest';
import drawnIcon from '#renderer/components/drawnIcon.ts';

const Drawn = drawnIcon({
  node: [
    ['path', { d: 'M10 11v6', key: 'a' }],
    ['circle', { cx: '12', cy: '12', r: '10', key: 'b' }],
  ],
});

function attributesOf(element: Element | null): Record<string, string> {
  return Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
}

test('an icon has the attributes that the package gives it', () => {
  const given = { size: 13, strokeWidth: 3, className: 'shrink-0 text-amber' };
  const { container: drawn } = render(<Drawn {...given} />);
  const { container: original } = render(<Icon {...given} />);
  const { xmlns: _, class: __, ...expected } = attributesOf(original.firstElementChild);
  expect(attributesOf(drawn.firstElementChild)).toEqual({ ...expected, class: 'shrink-0 text-amber' });
  expect(drawn.firstElementChild?.innerHTML).toBe(
    '<path d="M10 11v6M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z"></path>',
  );
});

test('an icon with a name is not hidden from screen readers', () => {
  const { container } = render(<Drawn role="img" aria-label="Expired" />);
  expect(attributesOf(container.firstElementChild)).not.toHaveProperty('aria-hidden');
});
