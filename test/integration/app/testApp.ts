import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { AppEnvironment } from '#main/app/base.ts';
import { createApp, type NotAfterApp } from '#main/app/compositionRoot.ts';
import type { Projection } from '#renderer/stores/mirror.ts';
import { isComplete, startMirror } from '#renderer/stores/mirror.ts';
import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { AppDelta } from '#shared/domain/snapshot.ts';
import type { CallArgs, CallName, CallValue } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/result.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import {
  type ReferenceService,
  type ReferenceServiceOptions,
  startReferenceService,
} from '#test/service/referenceService.ts';
import { FakeDesktop, type FakeDesktopOptions } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

/**
 * Maximum wait of a test; it continues as soon as the condition holds. After an evaluation of all orders the app rests
 * for 25 times as long as that took: on a busy machine, for many seconds.
 */
const patience = { timeout: 25_000, interval: 5 };

const SHARED_MEMORY = '/dev/shm';

/** A folder that is removed after its test. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'notafter-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As `temporaryFolder`, in memory if the system supports it, for frequent writes. */
export function memoryFolder(): string {
  return existsSync(SHARED_MEMORY) ? temporaryFolder(SHARED_MEMORY) : temporaryFolder();
}

/** Of the services of one file: its keys take longer than all else that a service needs. */
let sharedAuthority: Promise<CertificateAuthority> | undefined;

/** The reference service, which is stopped after its test. Those with the real clock have the same authority. */
export async function serviceFor(options: ReferenceServiceOptions = {}): Promise<ReferenceService> {
  if (options.now === undefined) sharedAuthority ??= CertificateAuthority.create(Date.now());
  const authority = options.now === undefined ? await sharedAuthority : undefined;
  const service = await startReferenceService({ authority, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean | undefined): Promise<void> {
  await vi.waitFor(() => {
    if (condition() !== true) throw new Error(`never: ${condition.toString()}`);
  }, patience);
}

/** The value of a result, which must be a success. */
export function okValue<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

export interface TestAppOptions extends Partial<Omit<FakeDesktopOptions, 'userData'>> {
  readonly userData?: string;
  readonly surroundings?: Partial<AppEnvironment>;
  /** Prepares the desktop before the app starts. */
  readonly prepare?: (desktop: FakeDesktop) => void;
  /** Takes what is to be done at the end. Absent: it is done after the test, and kept in memory until then. */
  readonly atEnd?: (end: () => unknown) => void;
}

/** The app on a fake desktop with the renderer's mirror on its window. */
export interface TestApp {
  readonly desktop: FakeDesktop;
  readonly app: NotAfterApp;
  readonly log: ReturnType<typeof createRecordingLogger>['lines'];
  call<Name extends CallName>(name: Name, args: CallArgs<Name>): Promise<CallValue<Name>>;
  /** What the window showed first. */
  readonly firstSeen: Projection;
  /** What the window shows. */
  seen(): Projection;
  order(rid: string): OrderRow | undefined;
  /** Ends the app as quitting does. */
  quit(): Promise<void>;
}

/** Starts the app and opens its window; the app ends with the test. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { logger, lines } = createRecordingLogger();
  const { atEnd = onTestFinished } = options;
  const desktop = new FakeDesktop({
    userData: options.userData ?? temporaryFolder(),
    secretProcess: options.secretProcess ?? new FakeSecretHost(),
    ...(options.platform === undefined ? {} : { platform: options.platform }),
    ...(options.systemLocales === undefined ? {} : { systemLocales: options.systemLocales }),
  });
  options.prepare?.(desktop);
  const app = await createApp(desktop, { logger, random: () => 0, ...options.surroundings });
  if (app === null) throw new Error('the app did not start');
  let isRunning = true;
  const quit = async () => {
    if (isRunning) await app.dispose();
    isRunning = false;
  };
  atEnd(quit);
  app.show();
  let firstSeen: Projection | null = null;
  let known: Projection | null = null;
  const mirror = startMirror(
    {
      readFirstPage: () => desktop.calls.call('app:firstPage', null),
      readSnapshot: () => desktop.calls.call('app:snapshot', null),
      painted: async () => void (await desktop.calls.call('app:painted', null)),
      onDelta: (listener) => {
        const subscription = desktop.onDidSend(({ name, payload }) => {
          if (name === 'app:delta') listener(payload as AppDelta);
        });
        return () => subscription.dispose();
      },
    },
    {
      changed: (projection) => {
        firstSeen ??= projection;
        known = projection;
      },
      failed: () => undefined,
    },
  );
  atEnd(() => mirror.stop());
  await until(() => known !== null && isComplete(known));
  const seen = () => known ?? raise('nothing was seen');
  return {
    desktop,
    app,
    log: lines,
    firstSeen: firstSeen ?? raise('nothing was seen'),
    call: (name, args) => desktop.calls.call(name, args),
    seen,
    order: (rid) => [...seen().orders.values()].find((order) => serviceKey(order) === rid),
    quit,
  };
}

/** Adds a connection to the service and orders for these rids, as the first start does, and waits for all of them. */
export async function connect(
  test: TestApp,
  service: ReferenceService,
  rids: readonly string[] = service.rids,
): Promise<string> {
  const draft = { name: 'Production', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
  const { id } = okValue(await test.call('connections:add', { ...draft, token: service.token }));
  okValue(await test.call('orders:add', { connectionId: id, text: rids.join('\n') }));
  await until(() => rids.every((rid) => test.order(rid)?.lastConfirmedAt != null));
  return id;
}

function raise(message: string): never {
  throw new Error(message);
}

/** Waits for the end of an export, and answers its review if there is one. */
export async function endExport(
  test: TestApp,
  jobId: string,
  answer: Partial<CallArgs<'export:confirm'>> = {},
): Promise<void> {
  // The job before this one may be seen for a moment longer.
  const phase = () => {
    const job = test.seen().exportJob;
    return job?.id === jobId ? job.phase : null;
  };
  await until(() => phase() === 'review' || phase() === 'done');
  if (phase() === 'review')
    okValue(await test.call('export:confirm', { jobId, conflicts: 'replace', passphrase: null, ...answer }));
  await until(() => phase() === 'done');
}
