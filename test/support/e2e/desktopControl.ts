import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program on the test desktop and returns its standard output; rejects if it fails. */
export async function runOnDesktop(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, [...args], { timeout: 10_000 });
  return stdout;
}

/** Closes the window of the process as the user does, by its frame. */
export async function closeWindow(pid: number): Promise<void> {
  await runOnDesktop('wmctrl', '-i', '-c', await windowOf(pid));
}

/** Minimizes the window of the process. */
export async function minimizeWindow(pid: number): Promise<void> {
  await runOnDesktop('xdotool', 'windowminimize', await windowOf(pid));
}

/** The ids of the windows of a process, oldest first. */
export async function windowsOf(pid: number): Promise<readonly string[]> {
  const lines = (await runOnDesktop('wmctrl', '-l', '-p')).split('\n').map((line) => line.split(/\s+/));
  return lines.flatMap(([id = '', , owner]) => (owner === String(pid) ? [id] : []));
}

/** The window of a process. A page exists before its window is shown, so this waits for the window. */
export async function windowOf(pid: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [id] = await windowsOf(pid);
    if (id !== undefined) return id;
    await wait(100);
  }
  throw new Error(`The process ${pid} has no window`);
}

/** The titles of the open windows, without the count of orders that need attention. */
export async function windowTitles(): Promise<readonly string[]> {
  return (await wholeTitles()).map(withoutCount);
}

/** The titles of the open windows, as they are. */
export async function wholeTitles(): Promise<readonly string[]> {
  const lines = (await runOnDesktop('wmctrl', '-l')).split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(/\s+/).slice(3).join(' '));
}

/** The title of the focused window without its count, or an empty text. */
export async function focusedTitle(): Promise<string> {
  const name = await runOnDesktop('xdotool', 'getactivewindow', 'getwindowname').catch(() => '');
  return withoutCount(name.trim());
}

const withoutCount = (title: string) => title.replace(/ – .*$/u, '');

/** The keyring's entry for this account of NotAfter, or `null`. */
export async function keyringSecret(account: string, env = process.env): Promise<string | null> {
  const lookUp = execute('secret-tool', ['lookup', ...keyringEntry(account)], { env, timeout: 10_000 });
  const { stdout } = await lookUp.catch(() => ({ stdout: '' }));
  return stdout === '' ? null : stdout;
}

function keyringEntry(account: string): readonly string[] {
  return ['service', 'NotAfter', 'account', account];
}

/** The secrets of NotAfter in the keyring, by their accounts. */
export async function keyringSecrets(): Promise<ReadonlyMap<string, string>> {
  // Without any it fails. Attributes are on standard error.
  const found = await execute('secret-tool', ['search', '--all', 'service', 'NotAfter']).catch(() => null);
  const values = (text = '', pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value);
  const secrets = values(found?.stdout, /^secret = (.*)$/gmu);
  const accounts = values(`${found?.stdout}${found?.stderr}`, /^attribute\.account = (.*)$/gmu);
  return new Map(accounts.map((account, index) => [account, secrets[index] ?? '']));
}

/** Gives the keyring's entry for an account of NotAfter a secret, as the app does. */
export async function storeKeyringSecret(account: string, secret: string, env = process.env): Promise<void> {
  if ((await keyringSecret(account, env)) === secret) return;
  const words = ['store', `--label=NotAfter/${account}`, ...keyringEntry(account)];
  const stored = execute('secret-tool', words, { env });
  stored.child.stdin?.end(secret);
  await stored;
}
