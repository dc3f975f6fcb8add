import { OrderHelper } from '#main/alerting/actions/orderHelper.ts';
import { stateWords } from '#main/alerting/overview/trayView.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { HelpWords } from '#shared/domain/helpfulAction.ts';
import { type OrderRow, orderTitle, sourceId } from '#shared/domain/order.ts';
import type { QuickView } from '#shared/domain/quickView.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { CopyModule } from './copyModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export type OrderHelpModule = ReturnType<typeof createOrderHelpModule>;

export function createOrderHelpModule(
  { desktop, navigator, language, settings, clock }: Base,
  { connections }: ConnectionModule,
  { poller }: OrderModule,
  { orderList, inbox }: InboxModule,
  { copies, copyWriter }: CopyModule,
  { endpoints }: EndpointModule,
  { board, plainNotifications }: AlertModule,
) {
  const pollingKind = (connectionId: string) => poller.pollingState(connectionId).kind;
  const orderHelper = new OrderHelper({
    order: (id) => orderList.get(id),
    orders: () => orderList.list(),
    pollingKind,
    consoleUrl: (id) => connections.find(id)?.consoleUrl ?? null,
    openExternal: (url) => desktop.openExternal(url),
    copies: () => copies.list(),
    endpoints: () => endpoints.views(),
    waiting: () => inbox.waiting(),
    refresh: (copyIds) => copyWriter.refresh(copyIds, 'ours', null),
    runCommand: (copyId) => copyWriter.runCommand(copyId),
    tighten: (copyIds) => copies.tighten(copyIds),
    verify: (copyIds) => void copies.verify(copyIds),
    poll: (orderId) => void poller.poll([orderId]),
    probe: (orderId) => endpoints.probe({ orderIds: [orderId] }),
    show: {
      order: navigator.showOrder,
      export: (id) => navigator.open({ kind: 'export', id }),
      token: (id) => navigator.open({ kind: 'token', id }),
      delivery: navigator.showInbox,
    },
    terms: () => termsOf(settings.get()),
    now: () => clock.now(),
  });
  const failure = (error: AppError): HelpWords => {
    const { title, why } = describeError(error, language.t, { platform: desktop.platform });
    return { isFailure: true, title, text: why };
  };
  /** Does what a surface offered for an order. @returns what to say about it */
  const help = async (orderId: string, action: HelpfulAction): Promise<HelpWords> => {
    const result = await orderHelper.help(orderId, action);
    if (!result.ok) return failure(result.error);
    const row = orderList.get(orderId);
    const { helpResultText } = await import('#shared/i18n/writeText.ts');
    const text = helpResultText(result.value, language.t, language.locale);
    return { isFailure: false, title: row === null ? '' : orderTitle(row), text };
  };
  /** Tells the user by a notification, for surfaces that are gone by now. */
  const tellOfHelp = (orderId: string, { title, text }: HelpWords) => {
    if (text === null) return;
    plainNotifications.show({ title, body: text, show: () => navigator.showOrder(orderId) });
  };
  const quick = {
    view: async (search: string): Promise<QuickView> => {
      // Not needed before the first row of the window.
      const { quickView } = await import('#main/alerting/overview/quickView.ts');
      const orders = orderList.list();
      const now = clock.now();
      const { statuses, summary } = board.judge(now);
      const views = new Map(connections.list().map((view) => [view.id, view]));
      const polled = new Set(poller.polling());
      const state = {
        orders,
        statuses,
        reasonFacts: (row: OrderRow) => ({
          connection: views.get(sourceId(row)),
          isPolling: polled.has(row.id),
          settings: settings.get(),
        }),
        offersFor: (rows: readonly OrderRow[]) => orderHelper.offersFor(rows),
        waiting: inbox.waiting().length,
        state: stateWords(summary, language.t),
        search,
        theme: settings.get().theme,
        platform: desktop.platform,
      };
      return quickView(state, now, language);
    },
    help: async (orderId: string, action: HelpfulAction): Promise<HelpWords> => {
      const words = await help(orderId, action);
      if (!desktop.quick.isOpen()) tellOfHelp(orderId, words);
      return words;
    },
    failure,
    open: (place: { readonly orderId: string } | 'inbox' | null) => {
      desktop.quick.hide();
      if (place === 'inbox') navigator.showInbox(null);
      else navigator.showOrder(place?.orderId ?? null);
    },
    close: () => desktop.quick.hide(),
  };
  return { orderHelper, help, tellOfHelp, quick };
}
