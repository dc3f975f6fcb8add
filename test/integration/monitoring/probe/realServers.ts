import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';
import type { FarmLeaf } from './farm.ts';

/** Folders of administrators' programs, which the PATH of ordinary users lacks. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C.UTF-8' };

export const isRoot = process.getuid?.() === 0;
/** The traditional uid of the user without files: PostgreSQL does not run as root. */
const nobody = 65534;

/** A started server with its output so far. */
export interface RealServer {
  readonly port: number;
  readonly words: () => string;
}

interface Files {
  readonly folder: string;
  readonly cert: string;
  readonly key: string;
}

/** A new folder with the chain and the key, owned by a user. */
function filesFor({ key, leaf, chain }: FarmLeaf, owner: number | null): Files {
  const folder = temporaryFolder();
  const files = { folder, cert: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') };
  writeFileSync(files.cert, leaf + chain);
  writeFileSync(files.key, key, { mode: 0o600 });
  if (owner !== null) for (const path of Object.values(files)) chownSync(path, owner, owner);
  return files;
}

/** Runs a program in the foreground until the end of the test. Returns its output. */
function runUntilEnd(program: string, args: readonly string[], user: number | null): () => string {
  return runInForeground(program, args, { env, ...(user === null ? {} : { user }) }).words;
}

/** Postfix, whose master process needs root. Its queue and its data are in a new folder. */
export async function startPostfix(leaf: FarmLeaf): Promise<RealServer> {
  const { folder, cert, key } = filesFor(leaf, null);
  const port = await freePort();
  const log = join(folder, 'log');
  // Its processes drop root and need access.
  chmodSync(folder, 0o755);
  for (const name of ['config', 'queue', 'data']) mkdirSync(join(folder, name));
  const id = execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' });
  chownSync(join(folder, 'data'), Number(id), 0);
  writeFileSync(
    join(folder, 'config', 'main.cf'),
    `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${folder}
maillog_file = ${log}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example
mydestination =
alias_maps =
alias_database =
smtpd_tls_security_level = may
smtpd_tls_chain_files = ${key}, ${cert}
smtpd_tls_session_cache_database =
`,
  );
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'postlog unix-dgram n - n - 1 postlogd',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'proxymap unix - - n - - proxymap',
    'anvil unix - - n - 1 anvil',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'pickup unix n - n 60 1 pickup',
  ];
  writeFileSync(join(folder, 'config', 'master.cf'), `${services.join('\n')}\n`);
  const words = runUntilEnd('postfix', ['-c', join(folder, 'config'), 'start-fg'], null);
  // Its master process has its own process group and outlives the script that started it.
  onTestFinished(() => {
    spawnSync('postfix', ['-c', join(folder, 'config'), 'abort'], { env, stdio: 'ignore' });
  });
  return { port, words: () => words() + (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

/** Dovecot for IMAP and POP3, as the user of the test. Its settings have other names since 2.4. */
export async function startDovecot(leaf: FarmLeaf): Promise<{ imap: RealServer; pop3: RealServer }> {
  const { folder, cert, key } = filesFor(leaf, null);
  chmodSync(folder, 0o755);
  const [imap, pop3] = [await freePort(), await freePort()];
  // Debian appends the package revision: 2.4.1-4.
  const said = execFileSync('dovecot', ['--version'], { env, encoding: 'utf8' });
  const [version = ''] = /^\d+\.\d+\.\d+/.exec(said) ?? [];
  const isNew = !version.startsWith('2.3.');
  const user = isRoot ? '' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const asUser = isRoot
    ? ''
    : `
default_internal_user = ${user}
default_login_user = ${user}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
service pop3-login {
  chroot =
}
`;
  const file = join(folder, 'dovecot.conf');
  writeFileSync(
    file,
    `
${isNew ? `dovecot_config_version = ${version}\ndovecot_storage_version = ${version}\nprotocols {\n  imap = yes\n  pop3 = yes\n}` : 'protocols = imap pop3'}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
listen = 127.0.0.1
ssl = required
${isNew ? `ssl_server_cert_file = ${cert}\nssl_server_key_file = ${key}` : `ssl_cert = <${cert}\nssl_key = <${key}`}
${isNew ? 'passdb static {\n  password = none\n}' : 'passdb {\n  driver = static\n  args = nopassword=y\n}'}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${pop3}
  }
  inet_listener pop3s {
    port = 0
  }
}
${asUser}`,
  );
  const words = runUntilEnd('dovecot', ['-F', '-c', file], null);
  return { imap: { port: imap, words }, pop3: { port: pop3, words } };
}

/** PostgreSQL with a new cluster. */
export async function startPostgres(leaf: FarmLeaf): Promise<RealServer> {
  const user = isRoot ? nobody : null;
  const { folder, cert, key } = filesFor(leaf, user);
  const port = await freePort();
  const programs = postgresPrograms();
  const data = join(folder, 'data');
  const identity = user === null ? {} : { uid: user, gid: user };
  execFileSync(join(programs, 'initdb'), ['-D', data, '--no-sync', '--auth=trust', '-U', 'test'], {
    env,
    cwd: folder,
    stdio: 'pipe',
    ...identity,
  });
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    ssl: 'on',
    ssl_cert_file: cert,
    ssl_key_file: key,
    fsync: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return { port, words: runUntilEnd(join(programs, 'postgres'), ['-D', data, ...args], user) };
}

/** On Debian the programs of each version are not in the PATH. */
function postgresPrograms(): string {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  const [newest] = found.filter((version) => existsSync(join(versions, version, 'bin', 'initdb')));
  if (newest === undefined) throw new Error('PostgreSQL is not installed');
  return join(versions, newest, 'bin');
}
