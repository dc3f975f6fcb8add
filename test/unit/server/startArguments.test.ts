import { describe, expect, it } from 'vitest';
import { dataFolderOf, readServerArguments } from '#main/server/startArguments.ts';
import { needs } from '#scripts/vitest/needs.ts';

const needsPaths = needs(
  process.platform !== 'win32',
  'the program without Electron is not made for Windows',
);

describe('the arguments of the server', needsPaths, () => {
  it('are the words of a command, after the folder of the data', () => {
    expect(readServerArguments(['--user-data-dir=/srv/data', 'status', '--json'])).toEqual({
      words: ['status', '--json'],
      userData: '/srv/data',
      unknownOption: null,
    });
    expect(readServerArguments(['--', 'export', '--to', 'x'])).toMatchObject({
      words: ['export', '--to', 'x'],
      unknownOption: null,
    });
    expect(readServerArguments(['--version'])).toMatchObject({ words: ['--version'], unknownOption: null });
  });

  it('without a command are no words, and a file is a word that no command has', () => {
    expect(readServerArguments([])).toMatchObject({ words: [], unknownOption: null });
    expect(readServerArguments(['--user-data-dir=/srv/data'])).toMatchObject({
      words: [],
      userData: '/srv/data',
    });
    expect(readServerArguments(['./file'])).toMatchObject({ words: ['./file'], unknownOption: null });
  });

  it('name the first option that there is not', () => {
    expect(readServerArguments(['--no-sandbox', 'status'])).toMatchObject({ unknownOption: '--no-sandbox' });
    expect(readServerArguments(['--no-sandbox'])).toMatchObject({ unknownOption: '--no-sandbox' });
  });
});

describe('the folder of the data', needsPaths, () => {
  const home = { HOME: '/home/ann' };

  it('is that of the app with a window', () => {
    expect(dataFolderOf(null, home)).toBe('/home/ann/.config/NotAfter');
    expect(dataFolderOf(null, { ...home, XDG_CONFIG_HOME: '/conf' })).toBe('/conf/NotAfter');
  });

  it('is the first that systemd gives a service, and before all the one that is named', () => {
    const service = { ...home, STATE_DIRECTORY: '/var/lib/notafter:/var/lib/other' };
    expect(dataFolderOf(null, service)).toBe('/var/lib/notafter');
    expect(dataFolderOf('/srv/data', service)).toBe('/srv/data');
    expect(dataFolderOf(null, { ...home, STATE_DIRECTORY: 'relative' })).toBe('/home/ann/.config/NotAfter');
  });
});
