import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createApp } from '#main/app/compositionRoot.ts';
import { APPLICATION_ID } from '#main/storage/migrations.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from './testApp.ts';

const databaseFile = 'notafter.db';

/** An unusable database, and the resulting question. */
const problems = [
  {
    name: 'a newer version wrote',
    title: 'Made by a newer NotAfter',
    kept: 'newer',
    make: (path: string) => {
      const database = new DatabaseSync(path);
      database.exec(
        `CREATE TABLE future (x); INSERT INTO future VALUES (42);
        PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 9999`,
      );
      database.close();
    },
    content: (path: string) => readFileSync(path, 'latin1'),
  },
  {
    name: 'is no database',
    title: 'The database is damaged',
    kept: 'damaged',
    make: (path: string) => writeFileSync(path, 'not a database at all '.repeat(1000)),
    content: (path: string) => readFileSync(path, 'latin1'),
  },
  {
    name: 'lacks its tables',
    title: 'The database is damaged',
    kept: 'damaged',
    make: (path: string) => {
      const database = new DatabaseSync(path);
      database.exec('CREATE TABLE other (x); INSERT INTO other VALUES (7); PRAGMA user_version = 1');
      database.close();
    },
    // Opening it changes bytes of the header.
    content: (path: string) => {
      const database = new DatabaseSync(path, { readOnly: true });
      const rows = database.prepare('SELECT x FROM other').all();
      database.close();
      return JSON.stringify(rows);
    },
  },
] as const;

/** A profile with three orders, whose database was changed by another program. */
function profileAfter(change: string): string {
  const userData = profileWithOrders(temporaryFolder(), 3);
  const database = new DatabaseSync(join(userData, databaseFile));
  database.exec(change);
  database.close();
  return userData;
}

describe('a row with JSON that cannot be read', () => {
  it.each([
    "UPDATE certificates SET facts = '{'",
    `UPDATE order_states SET findings = '[{"kind":"namesLost"}]'`,
    "UPDATE order_states SET failure = '7'",
  ])('loses only itself, and its order is shown as failed: %s', async (change) => {
    const desktop = new FakeDesktop({ userData: profileAfter(change), secretProcess: new FakeSecretHost() });
    const { logger, lines } = createRecordingLogger();
    const app = await createApp(desktop, { logger });
    const snapshot = await desktop.calls.call('app:snapshot', null);
    const damaged = { kind: 'storage', reason: 'damaged' };
    expect(snapshot).toMatchObject({ orders: { failure: [damaged, damaged, damaged] } });
    expect(desktop.questions).toEqual([]);
    expect(JSON.stringify(lines)).toContain('A row of the database cannot be read');
    await app?.dispose();
  });
});

describe('a page of the file that cannot be read', () => {
  const damagedProfile = () => {
    const userData = profileWithOrders(temporaryFolder(), 3);
    const path = join(userData, databaseFile);
    const database = new DatabaseSync(path);
    const root = database
      .prepare(
        "SELECT (rootpage - 1) * page_size AS offset, page_size AS size FROM sqlite_master, pragma_page_size WHERE name = 'certificates'",
      )
      .get() as unknown as { readonly offset: number; readonly size: number };
    database.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(root.size, 0xff), 0, root.size, root.offset);
    closeSync(file);
    return userData;
  };
  const question = { title: 'The database is damaged', buttons: ['Keep a copy and start over', 'Quit'] };

  it('is found before a start without a window', async () => {
    const desktop = new FakeDesktop({ userData: damagedProfile(), secretProcess: new FakeSecretHost() });
    expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
    expect(desktop.questions).toMatchObject([question]);
  });

  it('is explained while the window is open, and the next start offers to start over', async () => {
    const userData = damagedProfile();
    // Large files are not checked at each start.
    truncateSync(join(userData, databaseFile), 9 * 1024 * 1024);
    const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    desktop.window.show();
    const app = await createApp(desktop, { logger: createRecordingLogger().logger });
    await desktop.calls.call('app:painted', null);
    await app?.begun;
    expect(desktop.questions).toMatchObject([{ title: question.title, buttons: ['Quit'] }]);
    expect(desktop.done).toContain('quit');
    await app?.dispose();
    const left = temporaryFolder();
    for (const name of readdirSync(userData)) copyFileSync(join(userData, name), join(left, name));
    const next = new FakeDesktop({ userData: left, secretProcess: new FakeSecretHost() });
    next.window.show();
    expect(await createApp(next, { logger: createRecordingLogger().logger })).toBeNull();
    expect(next.questions).toMatchObject([question]);
  });
});

describe.each(problems)('a database that $name', ({ title, kept: reason, make, content }) => {
  it('is not changed when the user quits', async () => {
    const userData = temporaryFolder();
    const path = join(userData, databaseFile);
    make(path);
    const before = content(path);
    const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
    expect(desktop.questions).toMatchObject([{ title, buttons: ['Keep a copy and start over', 'Quit'] }]);
    expect(desktop.questions[0]?.detail).toContain(userData);
    expect(content(path)).toBe(before);
    expect(desktop.trayViews).toEqual([]);
    expect(desktop.calls.channels).toEqual([]);
  });

  it('is kept beside a new one when the user starts over', async () => {
    const userData = temporaryFolder();
    const path = join(userData, databaseFile);
    make(path);
    const before = content(path);
    const test = await startTestApp({
      userData,
      prepare: (desktop) => {
        desktop.answer = () => 0;
      },
    });
    expect(test.desktop.questions).toHaveLength(1);
    expect(test.seen().orders.size).toBe(0);
    const kept = readdirSync(userData).filter((name) => name.startsWith(`${databaseFile}.${reason}-`));
    expect(kept).toHaveLength(1);
    expect(content(join(userData, kept[0] ?? ''))).toBe(before);
    await test.quit();
    const again = await startTestApp({ userData });
    expect(again.desktop.questions).toEqual([]);
  });

  it('is explained in the system’s language', async () => {
    const userData = temporaryFolder();
    make(join(userData, databaseFile));
    const desktop = new FakeDesktop({
      userData,
      secretProcess: new FakeSecretHost(),
      systemLocales: ['zh-CN'],
    });
    expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
    expect(desktop.questions[0]?.buttons).toEqual(['保留副本并使用空数据库', '退出']);
  });
});

describe('a link to a database that is not there', () => {
  it('is said, stays, and is opened when the file is there', needsPosix, async () => {
    const [userData, disk] = [temporaryFolder(), temporaryFolder()];
    const [path, target] = [join(userData, databaseFile), join(disk, 'mounted', 'data.db')];
    symlinkSync(target, path);
    const test = await startTestApp({
      userData,
      prepare: (desktop) => {
        desktop.answer = () => {
          renameSync(profileWithOrders(temporaryFolder(), 3), join(disk, 'mounted'));
          renameSync(join(disk, 'mounted', databaseFile), target);
          return 0;
        };
      },
    });
    expect(test.desktop.questions).toMatchObject([
      { title: 'The database isn’t there', buttons: ['Try again', 'Quit'] },
    ]);
    expect(test.desktop.questions[0]?.detail).toContain(target);
    expect(test.seen().orders.size).toBe(3);
    expect(readlinkSync(path)).toBe(target);
  });
});

describe('the database of another program under this name', () => {
  it('is said, stays, and is no obstacle once it is away', async () => {
    const userData = temporaryFolder();
    const path = join(userData, databaseFile);
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE theirs (x); PRAGMA application_id = 7; PRAGMA user_version = 3');
    other.close();
    const test = await startTestApp({
      userData,
      prepare: (desktop) => {
        desktop.answer = () => {
          renameSync(path, join(userData, 'theirs.db'));
          return 0;
        };
      },
    });
    expect(test.desktop.questions).toMatchObject([
      { title: 'This database isn’t NotAfter’s', buttons: ['Try again', 'Quit'] },
    ]);
    expect(test.desktop.questions[0]?.detail).toContain(path);
    expect(readdirSync(userData).filter((name) => name.startsWith('theirs'))).toEqual(['theirs.db']);
  });
});

describe('a database that another process holds', () => {
  async function hold(path: string) {
    const script = fileURLToPath(import.meta.resolve('#test/unit/storage/holdDatabase.ts'));
    const holder = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    return async () => {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    };
  }

  it('is retried as often as the user wants, and opened when it is free', async () => {
    const service = await serviceFor({ orders: 2 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    await connect(first, service);
    await first.quit();
    const release = await hold(join(profile.userData, databaseFile));
    let asked = 0;
    const second = await startTestApp({
      ...profile,
      prepare: (desktop) => {
        desktop.answer = async () => {
          asked += 1;
          if (asked === 2) await release();
          return 0;
        };
      },
    });
    expect(second.desktop.questions.map(({ title }) => title)).toEqual([
      'The database is in use',
      'The database is in use',
    ]);
    expect(second.desktop.questions[0]?.buttons).toEqual(['Try again', 'Quit']);
    expect(second.seen().orders.size).toBe(2);
    expect(readdirSync(profile.userData).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('is not touched when the user quits', async () => {
    const userData = temporaryFolder();
    const path = join(userData, databaseFile);
    const release = await hold(path);
    const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
    await release();
    expect(readdirSync(userData).some((name) => name.includes('damaged'))).toBe(false);
  });
});

describe('a folder that cannot contain a database', () => {
  it('is explained with the reason, and retried', async () => {
    const userData = join(temporaryFolder(), 'missing');
    const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    let answers = 0;
    desktop.answer = () => {
      answers += 1;
      return answers === 1 ? 0 : 1;
    };
    expect(await createApp(desktop, { logger: createRecordingLogger().logger })).toBeNull();
    expect(desktop.questions).toHaveLength(2);
    expect(desktop.questions[0]).toMatchObject({
      title: 'The database can’t be opened',
      buttons: ['Try again', 'Quit'],
    });
    expect(desktop.questions[0]?.detail).toContain('ENOENT');
    expect(existsSync(userData)).toBe(false);
  });
});
