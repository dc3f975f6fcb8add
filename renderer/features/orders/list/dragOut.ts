import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { DRAGGED_ORDERS_MAX, type DraggedFiles } from '#shared/domain/dragOut.ts';
import { describeError } from '#shared/i18n/describeError.ts';

// Rows are draggable from the start; what a drag does is code that the first rows do not need.
document.addEventListener('dragstart', (event) => {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-order-id]') : null;
  const id = row?.dataset['orderId'];
  if (id === undefined) return;
  // The page never has the files: main begins the drag.
  event.preventDefault();
  const { ids } = useViewStore.getState().selection;
  // Many desktops on Linux move a window by Alt and the pointer; with Shift, Chromium selects instead.
  void dragOrders(ids.has(id) ? [...ids] : [id], event.altKey || event.ctrlKey);
});

/** Drags the full chains of orders out of the window, or all their files. */
async function dragOrders(orderIds: readonly string[], withKey: boolean): Promise<void> {
  const t = translateNow();
  if (orderIds.length > DRAGGED_ORDERS_MAX) {
    const title = t('verbs.drag.tooMany', { count: DRAGGED_ORDERS_MAX });
    showToast({ tone: 'warning', title, text: t('verbs.drag.tooManyNext') });
    return;
  }
  const held = watchPointer();
  const prepared = await bridge().calls['drag:prepare']({ orderIds: [...orderIds], withKey });
  held.stop();
  if (!prepared.ok) return showFailure(t('verbs.drag.failed'), prepared.error);
  const { id, isAsked, files, incomplete, left } = prepared.value;
  if (left.length > 0) showLeft(left);
  if (incomplete.length > 0)
    showToast({
      tone: 'warning',
      title: t('verbs.drag.incomplete', { count: incomplete.length }),
      text: t('verbs.drag.incompleteNext'),
    });
  if (files === 0) return;
  if (held.isHeld() && !isAsked) await startDrag(id);
  else showToast({ tone: 'neutral', title: t('verbs.drag.ready'), text: t('verbs.drag.again') });
}

/** Whether the user has read that a drag may be refused. */
let isTold = false;

/** Begins the drag. The desktop does not say whether a program took the files: the user reads once that some refuse them. */
async function startDrag(id: string): Promise<void> {
  const started = await bridge().calls['drag:start'](id);
  if (!started.ok || !started.value.mayBeRefused || isTold) return;
  isTold = true;
  const t = translateNow();
  showToast({ tone: 'neutral', title: t('verbs.drag.refused'), text: t('verbs.drag.refusedNext') });
}

/** Watches whether the pointer's button is still held. */
function watchPointer() {
  const ended = new AbortController();
  let isHeld = true;
  const release = () => {
    isHeld = false;
  };
  const options = { capture: true, signal: ended.signal };
  for (const name of ['pointerup', 'pointercancel', 'blur']) addEventListener(name, release, options);
  return { isHeld: () => isHeld, stop: () => ended.abort() };
}

const NAMED = 3;

/** Names orders that are not part of the drag, and why. */
function showLeft(left: DraggedFiles['left']): void {
  const t = translateNow();
  const reasons = left.slice(0, NAMED).map(({ title, error }) => {
    const why = error === null ? t('verbs.drag.needsReview') : describeError(error, t).title;
    return t('verbs.drag.reason', { title, why });
  });
  const more = left.length > NAMED ? [t('common.showMore', { count: left.length - NAMED })] : [];
  showToast({
    tone: 'warning',
    title: t('verbs.drag.left', { count: left.length }),
    text: [...reasons, ...more].join(' '),
  });
}
