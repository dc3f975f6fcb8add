import { describe, expect, it } from 'vitest';
import { readFpmOrder } from '#scripts/packaging/fpmOrder.ts';

const base = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libc6', '-d', 'a | b', '--package', '/out/x.deb'],
  ...['--name', 'x', '--version', '1.2~rc1', '--architecture', 'amd64', '--maintainer', 'A <a@x.invalid>'],
  ...['--vendor', 'A', '--url', 'https://x.invalid/', '--license', 'MIT', '--category', 'net'],
  ...['--description', 'Short\n Long', '--after-install', '/in', '--after-remove', '/out'],
];

describe("fpm's command line", () => {
  it('is read as electron-builder writes it', () => {
    expect(readFpmOrder([...base, '/build/=/opt/X', 'icon.png=/usr/share/icon.png'])).toMatchObject({
      kind: 'deb',
      depends: ['libc6', 'a | b'],
      'deb-recommends': [],
      sources: [
        { from: '/build/', to: '/opt/X' },
        { from: 'icon.png', to: '/usr/share/icon.png' },
      ],
    });
  });

  it.each([
    ['an option that it does not know', [...base, '--deb-systemd', 'x.service']],
    ['another kind of package', [...base, '-t', 'pacman']],
    ['another kind of source', [...base, '-s', 'gem']],
    ['a source without a place', [...base, '/build/']],
    ['a missing field', base.slice(0, -2)],
  ])('is refused with %s, because the package would lack it', (_what, args) => {
    expect(() => readFpmOrder(args)).toThrow();
  });
});
