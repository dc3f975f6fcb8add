import { cleanup, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { undoCalls } from '#main/app/calls/undoCalls.ts';
import { tickNow } from '#renderer/hooks/useNow.ts';
import { TextContext } from '#renderer/hooks/useT.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import {
  closedSettings,
  openSettings,
  type SettingsPlace,
  useSettingsStore,
} from '#renderer/stores/settingsStore.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { initialView, useViewStore, type ViewState } from '#renderer/stores/viewStore.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import type { EventName, NotAfterBridge } from '#shared/ipc/contract.ts';
import { snapshotOf } from '#test/unit/renderer/orderRows.ts';

/** Answers of a fake main process, by the name of the call. */
export type FakeCalls = Partial<NotAfterBridge['calls']>;

interface PartOptions {
  /** Changes to an empty state of main. */
  readonly app?: Partial<AppSnapshot>;
  /** The state of the view, such as the open dialog. */
  readonly view?: Partial<ViewState>;
  /** What the settings page shows; closed without it. */
  readonly settings?: Partial<SettingsPlace>;
  /** A call that is not listed here fails the test, except of those that keep what can be undone. */
  readonly calls?: FakeCalls;
  readonly language?: AppLanguage;
}

export interface RenderedPart {
  readonly user: UserEvent;
  /** The calls to main so far, as name and argument. */
  readonly asked: readonly (readonly [name: string, argument: unknown])[];
  readonly rerender: (part: ReactNode) => void;
  /** Main sends an event. */
  readonly send: (name: EventName, payload: unknown) => void;
}

/**
 * Renders a part of the window into the page of a test file that begins with `// @vitest-environment jsdom`, in front
 * of a fake main process. The test's end removes the part and resets the stores: test files share one page.
 */
export function renderPart(part: ReactNode, options: PartOptions = {}): RenderedPart {
  const { app = {}, view = {}, settings, calls = {}, language = 'en' } = options;
  const asked: [string, unknown][] = [];
  const listeners: Listeners = new Map();
  addMissingFunctions();
  Object.assign(window, { notAfter: { calls: recorded(calls, asked), on: subscriptions(listeners) } });
  onTestFinished(() => {
    cleanup();
    Reflect.deleteProperty(window, 'notAfter');
    useAppStore.setState({ phase: 'loading' }, true);
    useViewStore.setState(initialView, true);
    useSettingsStore.setState(closedSettings);
    useToastStore.setState({ toasts: [] });
  });

  const snapshot = { ...snapshotOf(1, []), ...app };
  useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshot) }, true);
  useViewStore.setState({ ...initialView, ...view }, true);
  if (settings !== undefined) openSettings(settings.section ?? 'general', settings);

  const framed = (content: ReactNode) => (
    <TextContext value={{ language, locale: language, platform: snapshot.app.platform }}>
      {content}
    </TextContext>
  );
  // The page keeps the time that an earlier test gave it.
  tickNow();
  const { rerender } = render(framed(part));
  return {
    user: userEvent.setup({ delay: null }),
    asked,
    rerender: (next) => rerender(framed(next)),
    send: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
  };
}

type Listeners = Map<EventName, Set<(payload: unknown) => void>>;

function subscriptions(listeners: Listeners): NotAfterBridge['on'] {
  const subscribe = (name: EventName) => (listener: (payload: unknown) => void) => {
    const own = listeners.get(name) ?? new Set();
    listeners.set(name, own.add(listener));
    return () => void own.delete(listener);
  };
  return new Proxy({} as NotAfterBridge['on'], { get: (_, name: EventName) => subscribe(name) });
}

function recorded(calls: FakeCalls, asked: [string, unknown][]): NotAfterBridge['calls'] {
  return new Proxy(undoCalls() as unknown as NotAfterBridge['calls'], {
    get: (undo, name: keyof NotAfterBridge['calls']) => async (argument: never) => {
      if (name in undo) return undo[name](argument);
      asked.push([name, argument]);
      const answer = calls[name];
      if (answer === undefined) throw new Error(`unexpected call: ${name}`);
      return answer(argument);
    },
  });
}

/** APIs that jsdom lacks without a layout, and that Radix or the components use. */
function addMissingFunctions(): void {
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.checkVisibility ??= () => true;
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.releasePointerCapture ??= () => {};
  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
}
