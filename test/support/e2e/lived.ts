import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { sharedFolderVariable } from '#scripts/lib/tiers.ts';
import type { OrderSpec } from '#test/service/orderBook.ts';
import { keyringSecrets, runOnDesktop, storeKeyringSecret } from './desktopControl.ts';
import { type LivedProfile, makeLivedProfile } from './livedProfile.ts';
import { type LaunchSurroundings, launchNotAfter, type NotAfter, temporaryFolder } from './notAfterApp.ts';
import { takeNotifications } from './notifications.ts';
import type { TestService } from './service.ts';
import { driveWindow, type WindowDriver } from './windowDriver.ts';

/** The app on a profile that has lived. */
interface LivedStart extends LivedApp {
  readonly lived: LivedProfile;
  /** That of the main connection. */
  readonly service: TestService;
}

interface LivedApp {
  readonly app: NotAfter;
  readonly driver: WindowDriver;
}

interface LivedOptions extends LaunchSurroundings {
  /** More orders of the main connection, each with its rid; the app asks for them once it has started. */
  readonly orders?: readonly (OrderSpec & { readonly rid: string })[];
  /** Whether the services say the time. Default true: `false` if days pass for the app alone. */
  readonly saysTime?: boolean;
}

interface Template {
  /** What no file changes, or what `bringBack` brings back. */
  readonly made: Awaited<ReturnType<typeof makeLivedProfile>>;
  /** A folder with copies of the profile and of the exported files. */
  readonly kept: string;
  /** The entries of the keyring by their accounts. */
  readonly secrets: ReadonlyMap<string, string>;
}

let template: Template | null = null;
let servicesSayTime = true;

/**
 * Starts the app on a profile that has lived, in a window in which all rows are in sight. Nothing that an earlier file did
 * to such a profile, its services, servers or exported files is left.
 */
export async function launchLived({
  orders = [],
  saysTime = true,
  ...options
}: LivedOptions = {}): Promise<LivedStart> {
  const lived = await restoreLived(saysTime);
  for (const spec of orders) await lived.service.addOrder(spec);
  const started = await startLived(lived, options);
  if (orders.length > 0) await started.driver.addOrders(orders.map(({ rid }) => rid));
  return { ...started, lived, service: lived.service };
}

/** Starts the app again on such a profile. */
export async function startLived(
  { profile }: Pick<LivedProfile, 'profile'>,
  options: LaunchSurroundings = {},
): Promise<LivedApp> {
  const env = { NOTAFTER_LOOPBACK_LISTS: 'true', ...options.env };
  const app = await launchNotAfter({ ...options, profile, env });
  const driver = await driveWindow(app);
  // Until it is shown, the app itself decides its size.
  await vi.waitFor(() => untilShown(app), { timeout: 15_000 });
  return { app, driver };
}

async function untilShown({ electron }: NotAfter): Promise<void> {
  const size = await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isVisible() !== true) return null;
    window.setContentSize(1280, 1400);
    return window.getContentSize();
  });
  expect(size).toEqual([1280, 1400]);
}

/** Brings such a profile back, without a start of the app. @param saysTime as in `LivedOptions` */
export async function restoreLived(saysTime = true): Promise<LivedProfile> {
  servicesSayTime = true;
  template ??= await makeTemplate();
  servicesSayTime = saysTime;
  const { made, kept, secrets } = template;
  const { bringBack, ...lived } = made;
  bringBack();
  await takeNotifications();
  const profile = await temporaryFolder();
  await rm(lived.tls, { recursive: true, force: true });
  await Promise.all([
    copy(join(kept, 'profile'), profile),
    copy(join(kept, 'tls'), lived.tls),
    ...[...secrets].map(([account, secret]) => storeKeyringSecret(account, secret)),
  ]);
  return { ...lived, profile };
}

/** Makes the profile: once in each process that runs test files. Its files end with the run. */
async function makeTemplate(): Promise<Template> {
  const place = await mkdtemp(join(process.env[sharedFolderVariable] ?? tmpdir(), 'notafter-lived-'));
  const former = await keyringSecrets();
  const made = await makeLivedProfile(place, () => servicesSayTime);
  const kept = join(place, 'kept');
  await mkdir(kept);
  await copy(made.profile, join(kept, 'profile'));
  await copy(made.tls, join(kept, 'tls'));
  const stored = [...(await keyringSecrets())].filter(([account]) => !former.has(account));
  return { made, kept, secrets: new Map(stored) };
}

/** Copies a folder as it is, with its links, modes and times. The program takes a third of the time of Node. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await runOnDesktop('cp', '-a', `${from}/.`, to);
}
