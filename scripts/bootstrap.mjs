// node scripts/bootstrap.mjs <command> [arguments]
//
// The only script that runs before anything is installed: plain JavaScript, no dependencies. It asks for the Node of
// `engines` in package.json, and runs with the one of Debian 13, which is older.
// It installs node_modules by package-lock.json and starts the Node 24 found there, which runs scripts/<command>.ts
// directly.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.notafter-lock');
/** The one of Debian 13. It only installs the dependencies and starts the Node found there. */
const oldestNode = 20;
const isWindows = process.platform === 'win32';

/** Prints an error and exits. */
function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Runs npm: the one that started us, if any, so that version and settings are the same. */
function npm(args) {
  const parent = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const result =
    parent !== undefined && basename(parent) === 'npm-cli.js'
      ? spawnSync(process.execPath, [parent, ...args], options)
      : spawnSync(isWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: isWindows });
  if (result.error) {
    stop(`npm could not be started: ${result.error.message}`);
  }
  return result.status ?? 1;
}

/** Whether npm's record of installed packages matches the lock file, as after `npm install`. */
function installedMatches(lockText) {
  try {
    const wanted = JSON.parse(lockText).packages;
    const present = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
    const all = Object.keys(present).every((path) => wanted[path]?.version === present[path].version);
    return (
      all && Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in present)
    );
  } catch {
    return false;
  }
}

function installDependencies() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lockText).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash) {
    return;
  }
  if (!installedMatches(lockText)) {
    console.log('Installing the dependencies (npm ci) ...');
    const status = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    if (status !== 0) {
      stop('npm ci failed. Its output above says why. Run the command again when that is fixed.');
    }
  }
  writeFileSync(stampFile, lockHash);
}

/** The Node that runs our TypeScript: the devDependency, or this one if it is new enough. */
function findNode() {
  const packaged = join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(packaged)) {
    // An install script fetches its binary; npm may be configured not to run these.
    npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  }
  if (existsSync(packaged)) {
    return packaged;
  }
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    return process.execPath;
  }
  return stop(
    'Node 24 is not in node_modules: the install script of the package "node" did not run. Allow npm to run install scripts, or use Node 24 or newer.',
  );
}

const [command = '', ...args] = process.argv.slice(2);
const script = join(root, 'scripts', `${command}.ts`);
if (!/^[a-z]+$/.test(command) || !existsSync(script)) {
  stop(
    `Unknown command "${command}". Try: npm run demo, npm start, npm test, npm run check, npm run service.`,
  );
}

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  stop(
    `NotAfter is built with Node 22 or newer, and this is Node ${process.versions.node}. Install a newer one.`,
  );
}
try {
  installDependencies();
} catch (error) {
  stop(
    `The set-up failed: ${error.message}.\nCheck that the disk has room and that this folder can be written. Then run the command again.`,
  );
}
const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
const child = spawn(findNode(), [script, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    [pathName]: [join(modules, '.bin'), process.env[pathName]].filter(Boolean).join(delimiter),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => stop(`${script} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
