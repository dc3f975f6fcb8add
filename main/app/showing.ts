import type { Desktop } from './desktopPort.ts';

/** The ways to bring the window to the front. */
export interface Showing {
  /** At an order unless `null`. */
  readonly order: (orderId: string | null) => void;
  /** At the inbox, at one delivery unless `null`. */
  readonly inbox: (deliveryId: string | null) => void;
  readonly settings: () => void;
}

/** Shows the window of a desktop. */
export function showingIn({ window }: Pick<Desktop, 'window'>): Showing {
  return {
    order: (orderId) => {
      window.show();
      if (orderId !== null) window.send('app:openOrder', orderId);
    },
    inbox: (deliveryId) => {
      window.show();
      window.send('app:openInbox', deliveryId);
    },
    settings: () => {
      window.show();
      window.send('app:openDialog', 'settings');
    },
  };
}
