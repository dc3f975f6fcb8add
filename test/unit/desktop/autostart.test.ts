import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AutostartFile, autostartEntry, isEntryOn } from '#main/desktop/autostartFile.ts';
import { needs, needsPosix } from '#scripts/vitest/needs.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-autostart-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('an autostart entry', () => {
  it('has the command line, quoted according to the specification', () => {
    expect(autostartEntry(['/opt/NotAfter/notafter', '--hidden']).split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Version=1.5',
      'Name=NotAfter',
      'Comment=Watches when certificates expire',
      'Comment[zh_CN]=关注证书到期时间',
      'Exec="/opt/NotAfter/notafter" "--hidden"',
      'TryExec=/opt/NotAfter/notafter',
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ]);
  });

  it('is off if the desktop hides or disables it', () => {
    const entry = autostartEntry(['/opt/notafter']);
    expect(isEntryOn(entry)).toBe(true);
    expect(isEntryOn(entry.replaceAll('\n', '\r\n'))).toBe(true);
    expect(isEntryOn(`${entry}Hidden=false\n`)).toBe(true);
    expect(isEntryOn(`${entry}Hidden = true\n`)).toBe(false);
    expect(isEntryOn(entry.replace('enabled=true', 'enabled=false'))).toBe(false);
    expect(isEntryOn(`${entry}[Desktop Action x]\nHidden=true\n`)).toBe(true);
    expect(isEntryOn('')).toBe(false);
    expect(isEntryOn('[Desktop Entry]\nHidden=true\n')).toBe(false);
  });

  const odd = [
    'a b',
    'q"uote',
    "it's",
    'back\\slash',
    '$HOME`id`',
    '100%u',
    'line\nbreak',
    'tab\there',
    '文件',
  ];
  it.each(odd)(
    'is parsed by GLib into the same arguments: %j',
    needs(process.platform === 'linux', 'this is not Linux'),
    (word) => {
      const folder = temporaryFolder();
      // GLib looks up the program before it decodes the `%`, so it accepts no program with one in its path.
      const program = join(folder, word.replaceAll('%', ''));
      writeFileSync(
        program,
        `#!/bin/sh\nprintf '%s\\0' "$@" > '${folder}/new'; mv '${folder}/new' '${folder}/out'\n`,
      );
      chmodSync(program, 0o755);
      const file = join(folder, 'app.notafter.NotAfter.desktop');
      writeFileSync(file, autostartEntry([program, word, '--hidden']));
      const launched = spawnSync('gio', ['launch', file], { encoding: 'utf8' });
      expect(launched.stderr).toBe('');
      while (!existsSync(join(folder, 'out'))) spawnSync('sleep', ['0.02']);
      expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(`${word}\0--hidden\0`);
    },
  );
});

describe('the autostart file', needsPosix, () => {
  const command = ['/opt/notafter', '--hidden'] as const;

  it('is written into the configuration folder, which is private if new, and removed again', () => {
    const config = join(temporaryFolder(), 'config');
    const autostart = new AutostartFile({ XDG_CONFIG_HOME: config }, command);
    expect(autostart.isOn()).toBe(false);
    expect(autostart.set(false)).toEqual({ ok: true, value: null });
    expect(existsSync(config)).toBe(false);
    expect(autostart.set(true)).toEqual({ ok: true, value: null });
    expect(autostart.isOn()).toBe(true);
    expect(readdirSync(join(config, 'autostart'))).toEqual(['app.notafter.NotAfter.desktop']);
    expect(readFileSync(join(config, 'autostart', 'app.notafter.NotAfter.desktop'), 'utf8')).toBe(
      autostartEntry(command),
    );
    expect(statSync(config).mode & 0o777).toBe(0o700);
    expect(autostart.set(false)).toEqual({ ok: true, value: null });
    expect(autostart.isOn()).toBe(false);
    expect(readdirSync(join(config, 'autostart'))).toEqual([]);
  });

  it.each([undefined, '', 'relative'])('is in ~/.config where XDG_CONFIG_HOME is %j', (named) => {
    const home = temporaryFolder();
    new AutostartFile({ HOME: home, XDG_CONFIG_HOME: named }, command).set(true);
    expect(existsSync(join(home, '.config', 'autostart', 'app.notafter.NotAfter.desktop'))).toBe(true);
  });

  it('replaces a disabled or older entry', () => {
    const config = temporaryFolder();
    const file = join(config, 'autostart', 'app.notafter.NotAfter.desktop');
    mkdirSync(join(config, 'autostart'));
    writeFileSync(file, `${autostartEntry(['/old/notafter'])}Hidden=true\n`);
    const autostart = new AutostartFile({ XDG_CONFIG_HOME: config }, command);
    expect(autostart.isOn()).toBe(false);
    autostart.set(true);
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry(command));
  });

  describe('of the former name', () => {
    const name = 'app.notafter.NotAfter.desktop';
    const oldEntry = autostartEntry(['/old/notafter', '--hidden']);

    /** A folder with entries. @param files the text of each, by name */
    function withEntries(files: Readonly<Record<string, string>>) {
      const config = temporaryFolder();
      const folder = join(config, 'autostart');
      mkdirSync(folder);
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      const entries = () =>
        Object.fromEntries(
          readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
        );
      return { folder, entries, autostart: new AutostartFile({ XDG_CONFIG_HOME: config }, command) };
    }

    it('counts until it is replaced, which happens once', () => {
      const { autostart, entries, folder } = withEntries({ 'notafter.desktop': oldEntry });
      expect(autostart.isOn()).toBe(true);
      autostart.refresh();
      expect(entries()).toEqual({ [name]: autostartEntry(command) });
      expect(autostart.isOn()).toBe(true);
      const written = statSync(join(folder, name)).ino;
      autostart.refresh();
      expect(statSync(join(folder, name)).ino).toBe(written);
      expect(autostart.set(false)).toEqual({ ok: true, value: null });
      autostart.refresh();
      expect(entries()).toEqual({});
    });

    it('stays off under the present name if the desktop switched it off', () => {
      const hidden = `${oldEntry}Hidden=true\n`;
      const { autostart, entries } = withEntries({ 'notafter.desktop': hidden });
      expect(autostart.isOn()).toBe(false);
      autostart.refresh();
      expect(entries()).toEqual({ [name]: hidden });
      expect(autostart.isOn()).toBe(false);
    });

    it('is removed with the present one when the user switches the start off or on', () => {
      const off = withEntries({ 'notafter.desktop': oldEntry });
      expect(off.autostart.set(false)).toEqual({ ok: true, value: null });
      expect(off.entries()).toEqual({});
      const on = withEntries({ 'notafter.desktop': oldEntry });
      expect(on.autostart.set(true)).toEqual({ ok: true, value: null });
      expect(on.entries()).toEqual({ [name]: autostartEntry(command) });
    });

    it.each([
      ['after the renaming', { [name]: oldEntry }],
      [
        'between the new entry and the removal',
        { [name]: autostartEntry(command), 'notafter.desktop': oldEntry },
      ],
      ['while the draft was written', { [`${name}.new`]: '[Desktop', 'notafter.desktop': oldEntry }],
    ])('is replaced by the next start if a start was interrupted %s', (_moment, files) => {
      const { autostart, entries } = withEntries(files);
      expect(autostart.isOn()).toBe(true);
      autostart.refresh();
      expect(entries()).toEqual({ [name]: autostartEntry(command) });
    });

    it('does not bring back what the desktop switched off under the present name', () => {
      const hidden = `${autostartEntry(command)}Hidden=true\n`;
      const { autostart, entries } = withEntries({ [name]: hidden, 'notafter.desktop': oldEntry });
      expect(autostart.isOn()).toBe(false);
      autostart.refresh();
      expect(entries()).toEqual({ [name]: hidden });
    });

    it('still starts the app if it cannot be replaced', () => {
      const { autostart, folder, entries } = withEntries({ 'notafter.desktop': oldEntry });
      // Nothing can be renamed to the place of a folder that is not empty, nor written there.
      mkdirSync(join(folder, name, 'a folder where the file should be'), { recursive: true });
      autostart.refresh();
      expect(existsSync(join(folder, 'notafter.desktop'))).toBe(true);
      rmSync(join(folder, name), { recursive: true });
      autostart.refresh();
      expect(entries()).toEqual({ [name]: autostartEntry(command) });
    });
  });

  it('reports the file and the cause if it cannot be written or removed, and leaves no temporary file', () => {
    const config = temporaryFolder();
    writeFileSync(join(config, 'autostart'), 'a file where the folder should be');
    const autostart = new AutostartFile({ XDG_CONFIG_HOME: config }, command);
    const name = join(config, 'autostart', 'app.notafter.NotAfter.desktop');
    const failure = (code: string) => ({
      ok: false,
      error: { kind: 'loginStart', reason: 'notWritten', name, code },
    });
    expect(autostart.set(true)).toEqual(failure('EEXIST'));
    rmSync(join(config, 'autostart'));
    mkdirSync(join(name, 'a folder where the file should be'), { recursive: true });
    expect(autostart.set(true)).toEqual(failure('EISDIR'));
    expect(readdirSync(join(config, 'autostart'))).toEqual(['app.notafter.NotAfter.desktop']);
    expect(autostart.set(false)).toEqual(failure('ERR_FS_EISDIR'));
    expect(autostart.isOn()).toBe(false);
  });
});
