import { create } from 'zustand';
import type { Toast, ToastContent } from '#renderer/components/Toaster.tsx';

interface ToastState {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  readonly show: (content: ToastContent) => void;
  readonly dismiss: (id: number) => void;
}

const MOST_TOASTS = 3;
let lastId = 0;

/** Short messages about what was done, with an action such as undo. At most three at once. */
export const useToastStore = create<ToastState>()((set) => ({
  toasts: [],
  show: (content) => {
    lastId += 1;
    const toast = { ...content, id: lastId };
    set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_TOASTS) }));
  },
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** Shows a toast for a few seconds. */
export function showToast(content: ToastContent): void {
  useToastStore.getState().show(content);
}
