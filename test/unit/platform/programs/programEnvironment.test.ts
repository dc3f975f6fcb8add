import { expect, it } from 'vitest';
import { programEnvironment } from '#main/platform/programs/programRunner.ts';

it('is the environment of the user, without variables of Electron and Node', () => {
  const own = { PATH: '/usr/bin', HOME: '/home/me', LD_LIBRARY_PATH: '/opt/lib', EMPTY: '', ELECTRIC: '1' };
  const added = {
    ELECTRON_RUN_AS_NODE: '1',
    electron_no_asar: '1',
    NODE_OPTIONS: '--inspect',
    NODE_CHANNEL_FD: '3',
    CHROME_DESKTOP: 'app.notafter.NotAfter.desktop',
    NOTHING: undefined,
  };
  expect(programEnvironment({ ...own, ...added })).toEqual(own);
});

it('has the original name of the desktop, not the one set by Electron', () => {
  const environment = { XDG_CURRENT_DESKTOP: 'Unity', ORIGINAL_XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' };
  expect(programEnvironment(environment)).toEqual({ XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' });
});

it('has no variables and folders of an AppImage, and never the working directory instead', () => {
  const mount = '/tmp/.mount_NotAftX1';
  expect(
    programEnvironment({
      APPDIR: mount,
      APPIMAGE: '/home/me/NotAfter.AppImage',
      ARGV0: './NotAfter.AppImage',
      OWD: '/home/me',
      PATH: `${mount}:${mount}/usr/sbin:/usr/bin:/bin`,
      LD_LIBRARY_PATH: `${mount}/usr/lib:`,
      GSETTINGS_SCHEMA_DIR: `${mount}/usr/share/glib-2.0/schemas:/usr/share/schemas`,
      OTHER: `${mount}X:`,
    }),
  ).toEqual({ PATH: '/usr/bin:/bin', GSETTINGS_SCHEMA_DIR: '/usr/share/schemas', OTHER: `${mount}X:` });
});
