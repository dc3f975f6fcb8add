import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { missingPackages, missingPrograms } from '#scripts/systemPackages.ts';

const report = `xvfb installed
libgtk-3-0t64 installed
dunst config-files
fonts-inter not-installed
dpkg-query: no packages found matching openbox
`;

it('finds no missing package if all are installed', () => {
  expect(missingPackages(['xvfb'], report)).toEqual([]);
});

it('finds packages that were never installed, were removed, or are unknown', () => {
  expect(missingPackages(['xvfb', 'dunst', 'fonts-inter', 'openbox'], report)).toEqual([
    'dunst',
    'fonts-inter',
    'openbox',
  ]);
});

it('accepts either name of a renamed package', () => {
  expect(missingPackages(['libgtk-3-0t64|libgtk-3-0', 'libasound2t64|libasound2'], report)).toEqual([
    'libasound2t64|libasound2',
  ]);
});

it('finds programs in the folders of the path and in the sbin folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'here'), '');
  expect(missingPrograms(['here', 'elsewhere-for-sure'], ['/nowhere', folder].join(delimiter))).toEqual([
    'elsewhere-for-sure',
  ]);
  expect(missingPrograms(['here'], '')).toEqual(['here']);
});
