import { expect, onTestFinished } from 'vitest';
import type { ExportedCopy, WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import type { ExportRequest, OwnFiles, PlannedPlace } from '#main/deployment/export/exportPorts.ts';
import { ExportService } from '#main/deployment/export/exportService.ts';
import { fileError } from '#main/deployment/export/fileErrors.ts';
import type { GuardedTarget } from '#main/deployment/export/guards.ts';
import type { KnownCopy } from '#main/deployment/export/planNames.ts';
import { orderFacts } from '#main/deployment/export/planNames.ts';
import type { WarnedPlace } from '#main/deployment/export/questions.ts';
import type { Prover } from '#main/deployment/proof/prover.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateMaterial, FetchOptions } from '#main/x509/material.ts';
import type { ExportJobView, ExportWarning } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { builtinPresets, type ExportPreset } from '#shared/domain/presets/presets.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { leafOf, materialOf, mismatch, proven, requestFor } from './exportValues.ts';
import { FakeDestination } from './fakeDestination.ts';

interface Timer {
  readonly delayMs: number;
  readonly run: () => void;
}

/** @param buildBundle the real function, for real certificates; otherwise texts are used instead */
export function setUp(
  rows: readonly OrderRow[],
  buildBundle: ((material: CertificateMaterial) => Result<Bundle>) | null = null,
) {
  const presets: ExportPreset[] = [...builtinPresets];
  const copies: KnownCopy[] = [];
  const destination = new FakeDestination();
  const orders = new Map(rows.map((row) => [row.id, row]));
  const fetched: string[] = [];
  const keysExported: string[] = [];
  const asked: (FetchOptions & { rid: string; deliveryId: string | null })[] = [];
  const answers = new Map<string, () => Promise<Result<CertificateMaterial>>>();
  const timers = new Set<Timer>();
  const shown: string[] = [];
  const targets: string[] = [];
  const written: WrittenBundle[] = [];
  const finished: (readonly ExportedCopy[])[] = [];
  const views: (ExportJobView | null)[] = [];
  let choose = (): Promise<string | null> => Promise.resolve('/target');
  let inFlight = 0;
  let mostInFlight = 0;
  let ids = 0;
  const guarded: GuardedTarget[] = [];
  const guardWarnings: ExportWarning[] = [];
  const places: WarnedPlace[] = [];
  /** The orders' own files in the target. */
  const own = new Map<string, OwnFiles>();
  const compared: PlannedPlace[] = [];
  const replacing: string[] = [];
  let confirmPlace = async (): Promise<Result<null>> => ok(null);
  let prove: Prover = async () => proven;
  let review = (): BundleReview => ({ findings: [], isValidNow: true, isChainAccepted: false });
  const destinationAt = (container: string) => (path: string) => {
    targets.push(`${container} ${path}`);
    return destination;
  };
  const writeQueue = new SerialQueue();
  /** Whether the database takes what is about to be written, and what was. */
  const records: { intend: Result<null>; stored: Result<null> } = { intend: ok(null), stored: ok(null) };
  const service = new ExportService({
    dialogs: {
      chooseFolder: () => choose(),
      chooseZipFile: () => choose(),
    },
    orders: {
      get: (id) => orders.get(id) ?? null,
      onFetched: (id) => fetched.push(id),
      onKeyExported: (...about) => keysExported.push(about.join(', ')),
    },
    neighbours: () => ({
      orders: [...orders.values()].map((order, index) => orderFacts(order, index)),
      copies,
    }),
    known: {
      target: (copyId) => (copyId === 'copy' ? '/target' : null),
      held: async () => null,
      own: async (place) => {
        compared.push(place);
        return own.get(place.orderId) ?? null;
      },
    },
    planned: {
      prepare: async (id) =>
        id === 'refused' ? err(fileError('permission', 'planned')) : ok(id === 'planned' ? '/planned' : null),
    },
    confirmReplacing: async (folder, files) => {
      replacing.push(`${folder}: ${files.join(' ')}`);
      return confirmPlace();
    },
    presets: { find: (id) => presets.find((preset) => preset.id === id) ?? null },
    source: {
      async material(order, deliveryId, options) {
        const rid = `rid-${order.id}`;
        asked.push({ ...options, rid, deliveryId });
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        await new Promise(setImmediate);
        const name = rid.slice('rid-'.length);
        const answer = answers.get(name);
        const material = answer ? await answer() : ok(materialOf(name, options.withKey ? undefined : null));
        inFlight -= 1;
        return { material, serviceNotAfter: null };
      },
    },
    prover: (request, signal) => prove(request, signal),
    confirmPlace: async (place) => {
      places.push(place);
      return confirmPlace();
    },
    judgedBy: () => ({ now: 500, anchors: { anchorsOf: () => [] } }),
    guards: async (target) => {
      guarded.push(target);
      return guardWarnings;
    },
    buildBundle: (material) => {
      if (buildBundle !== null) return buildBundle(material);
      if (material.key === 'wrong key') return err(mismatch);
      const { certificate, key } = material;
      const above = certificate.includes('chainless') ? [] : [' and chain'];
      const chain = { complete: above.length > 0, missingIssuer: above.length > 0 ? null : 'Intermediate' };
      return ok({
        leaf: leafOf(certificate),
        chain,
        found: [],
        usable: { notBefore: 0, notAfter: 1000 },
        chainEnd: null,
        pem: { key, leaf: certificate, chain: above, root: null },
      });
    },
    review: () => review(),
    folderDestination: destinationAt('folder'),
    zipDestination: destinationAt('zip'),
    writeQueue,
    registerHeld: () => ({ copyIds: [], stored: ok(null) }),
    intend: () =>
      records.intend.ok
        ? ok((bundles) => {
            written.push(...bundles);
            return { copyIds: bundles.map(({ orderId }) => `copy of ${orderId}`), stored: records.stored };
          })
        : records.intend,
    onFinished: (copies) => finished.push(copies),
    scheduler: {
      after(delayMs, run) {
        const timer = { delayMs, run };
        timers.add(timer);
        return { dispose: () => timers.delete(timer) };
      },
    },
    showInFolder: (path) => shown.push(path),
    newId: () => {
      ids += 1;
      return `job-${ids}`;
    },
  });
  service.onDidChange((view) => views.push(view));
  onTestFinished(() => service.dispose());
  return {
    service,
    destination,
    presets,
    copies,
    orders,
    fetched,
    keysExported,
    asked,
    answers,
    timers,
    shown,
    targets,
    writeQueue,
    records,
    written,
    finished,
    views,
    choose: (dialog: () => Promise<string | null>) => {
      choose = dialog;
    },
    guarded,
    own,
    compared,
    replacing,
    places,
    setConfirmPlace: (next: typeof confirmPlace) => {
      confirmPlace = next;
    },
    guardWarnings,
    reviews: (next: BundleReview) => {
      review = () => next;
    },
    prove: (prover: Prover) => {
      prove = prover;
    },
    mostInFlight: () => mostInFlight,
    fire(delayMs: number) {
      for (const timer of [...timers].filter((candidate) => candidate.delayMs === delayMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

type SetUp = ReturnType<typeof setUp>;

export async function startJob(
  harness: SetUp,
  ids: readonly string[],
  fields: Partial<ExportRequest> = {},
): Promise<string> {
  const started = await harness.service.start(requestFor(ids, fields));
  if (!started.ok || started.value === null) throw new Error('The export did not start');
  return started.value;
}

export async function reviewed(
  harness: SetUp,
  ids: readonly string[],
  fields: Partial<ExportRequest> = {},
): Promise<string> {
  const id = await startJob(harness, ids, fields);
  await harness.service.settled();
  expect(harness.service.view()?.phase).toBe('review');
  return id;
}

export function states(harness: SetUp): string[] {
  return harness.service.view()?.items.map(({ orderId, state }) => `${orderId} ${state}`) ?? [];
}

export function expectKeysGone(harness: SetUp): void {
  for (const { files } of harness.destination.bundles) {
    for (const { content } of files) expect(content?.every((byte) => byte === 0) ?? true).toBe(true);
  }
}
