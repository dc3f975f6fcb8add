import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { maintainer } from '#scripts/packaging/linuxFiles.ts';
import { applicationId, dataFolderName, desktopFile, former, keychainService } from '#shared/identity.ts';

const read = (name: string) => readFileSync(join(projectFolder, name), 'utf8');

it('the names that installations depend on do not change without a migration', () => {
  expect({ applicationId, desktopFile, dataFolderName, keychainService, former }).toEqual({
    applicationId: 'app.notafter.NotAfter',
    desktopFile: 'app.notafter.NotAfter.desktop',
    dataFolderName: 'NotAfter',
    keychainService: 'NotAfter',
    former: { applicationId: 'NotAfter.NotAfter', desktopFile: 'notafter.desktop' },
  });
});

it('packages have these names', () => {
  const builder = read('electron-builder.yml');
  expect(/^appId: (.+)$/mu.exec(builder)?.[1]).toBe(applicationId);
  // Both decide about the data folder: Electron reads the one, electron-builder writes the other.
  expect(/^productName: (.+)$/mu.exec(builder)?.[1]).toBe(dataFolderName);
  expect(JSON.parse(read('package.json'))).toMatchObject({
    productName: dataFolderName,
    // Electron's application id on Wayland and class on X11, from packages and from the source.
    desktopName: desktopFile,
  });
  const metainfo = read('assets/package/linux/metainfo.xml');
  expect(metainfo).toContain(`<id>${applicationId}</id>`);
  expect(metainfo).toContain(`<launchable type="desktop-id">${desktopFile}</launchable>`);
  expect(/^ {2}maintainer: (.+)$/mu.exec(builder)?.[1]).toBe(maintainer);
  expect(read('assets/package/installer.nsh')).toContain(`Run" "${former.applicationId}"`);
});
