import { create } from 'zustand';
import type { Tone } from '#renderer/styles/tone.ts';

export interface ToastContent {
  readonly tone: Tone;
  readonly title: string;
  readonly text?: string;
  /** Such as undo. The toast goes when it is pressed. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface Toast extends ToastContent {
  readonly id: number;
}

interface ToastState {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  readonly show: (content: ToastContent) => void;
  readonly dismiss: (id: number) => void;
}

const MOST_TOASTS = 3;
let lastId = 0;

/** Messages that pass: what was done, with the way back. At most three at once. */
export const useToastStore = create<ToastState>()((set) => ({
  toasts: [],
  show: (content) => {
    lastId += 1;
    const toast = { ...content, id: lastId };
    set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_TOASTS) }));
  },
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** Shows a message for a few seconds. */
export function showToast(content: ToastContent): void {
  useToastStore.getState().show(content);
}
