import { join } from 'node:path';
import { MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import { PageClipboard } from '#main/deployment/clipboard/pageClipboard.ts';
import { DragOut } from '#main/deployment/export/dragOut.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Base } from '../base.ts';
import type { Services } from '../services.ts';
import type { CallLimits } from './callLimits.ts';

const exportQuestions = () => import('#main/deployment/export/questions.ts');
const clipboardQuestions = () => import('#main/deployment/clipboard/questions.ts');

/** Handlers of the calls about files, presets and the clipboard. What only they use is created here, after the first rows. */
export function deploymentCalls(base: Base, services: Services, { opening }: CallLimits) {
  const { exports, presets, planned, copies, copyWriter, copyRegistry, reloadCommands } = services;
  const pageClipboard = createPageClipboard(base, services);
  const materialClipboard = createMaterialClipboard(base, services);
  const dragOut = createDragOut(base, services);
  return {
    'app:copyText': (copied) => pageClipboard.copyText(copied),
    'app:copySecret': (text) => pageClipboard.copySecret(text),
    'orders:readRids': () => pageClipboard.readRids(),
    'orders:copyPem': ({ id, part }) => materialClipboard.copyPem(id, part),
    'orders:copyKey': (id) => materialClipboard.copyKey(id),
    'drag:prepare': (request) => dragOut.prepare(request),
    'drag:start': (id) => dragOut.start(id),
    'export:start': (request) => exports.start({ ...request, review: 'whenNeeded' }),
    'export:confirm': ({ jobId, conflicts, passphrase }) => exports.confirm(jobId, conflicts, passphrase),
    'export:cancel': (jobId) => exports.cancel(jobId),
    'export:dismiss': (jobId) => exports.dismiss(jobId),
    'export:reveal': (jobId) => opening(() => exports.reveal(jobId)),
    'export:retry': (jobId) => exports.retry(jobId),
    'export:again': (orderIds) => copyWriter.exportAgain(orderIds),
    'planned:remove': (ids) => planned.remove(ids),
    'planned:restore': (ids) => planned.restore(ids),
    'copies:verify': (ids) => copies.verify(ids),
    'copies:refresh': ({ ids, overwriteChanged, reviewed }) =>
      copyWriter.refresh(ids, overwriteChanged ? 'anything' : 'ours', reviewed),
    'copies:forget': (ids) => copies.forget(ids),
    'copies:tighten': (ids) => copies.tighten(ids),
    'copies:setAutoRefresh': ({ ids, autoRefresh }) => copyRegistry.setAutoRefresh(ids, autoRefresh),
    'copies:restore': ({ id, overwriteChanged }) =>
      copyWriter.restore(id, overwriteChanged ? 'anything' : 'ours'),
    'copies:setCommand': ({ ids, command }) => reloadCommands.set(ids, command),
    'copies:runCommand': (id) => copyWriter.runCommand(id),
    'copies:reveal': (id) => opening(() => copies.reveal(id)),
    'presets:save': (draft) => presets.save(draft),
    'presets:remove': (id) => presets.remove(id),
  } satisfies Partial<CallHandlers>;
}

function createPageClipboard(
  { desktop, clock }: Base,
  { orderList, connections, exports, copies }: Services,
): PageClipboard {
  return new PageClipboard({
    isWindowFocused: () => desktop.window.isFocused(),
    copyText: (text) => desktop.copyText(text),
    copySecret: (text) => desktop.copySecret(text),
    readPublicText: () => desktop.readPublicText(),
    knownRids: () => orderList.list().flatMap(({ source }) => (source.kind === 'pull' ? [source.rid] : [])),
    knownTokens: () => connections.knownTokens(),
    clock,
    exportJob: () => exports.view(),
    copies: () => copies.list(),
  });
}

function createMaterialClipboard(
  { desktop, lifetime, language, askConsent, clock }: Base,
  { fetching }: Services,
): MaterialClipboard {
  const materialClipboard = new MaterialClipboard({
    ...fetching,
    copyText: (text) => desktop.copyText(text),
    copyKey: (text) => desktop.copyKey(text),
    confirmKey: async (order) => askConsent((await clipboardQuestions()).copyKeyQuestion(language.t, order)),
    clock,
  });
  lifetime.stop(materialClipboard);
  return materialClipboard;
}

function createDragOut(
  { desktop, lifetime, language, askConsent, scheduler, logger }: Base,
  { exportForDrag, fetching: { orders } }: Services,
): DragOut {
  const dragOut = new DragOut({
    folder: join(desktop.userData, 'dragged'),
    exportInto: exportForDrag,
    orders,
    confirmKeys: async (dragged) =>
      askConsent((await exportQuestions()).dragKeysQuestion(language.t, dragged)),
    startDrag: (files) => desktop.window.startDrag(files),
    scheduler,
    logger,
  });
  dragOut.sweep();
  lifetime.stop(dragOut);
  return dragOut;
}
