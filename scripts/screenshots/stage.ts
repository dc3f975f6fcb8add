import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Settings } from '#shared/domain/settings.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { RunningApp } from '../demo/driveApp.ts';
import type { RunningService } from '../demo/referenceService.ts';
import { callIn, snapshotOf } from '../demo/windowSteps.ts';
import type { AddFrame } from './animation.ts';

/** The pictures, by the names of their files. */
export type Scene =
  | 'first-start-light'
  | 'orders-light'
  | 'export-review-light'
  | 'export-summary-light'
  | 'quick-light'
  | 'details-dark'
  | 'endpoints-light'
  | 'timeline-dark'
  | 'receiver-light'
  | 'inbox-light'
  | 'delivery-dark';

/** The animated pictures, by the names of their files. */
export const animatedScenes = ['renewed'] as const;

export type AnimatedScene = (typeof animatedScenes)[number];

/** What a scene needs. */
export type Stage = {
  readonly app: RunningApp;
  readonly service: RunningService;
  readonly t: Translate;
  /** Takes a picture of the window, or of another page. */
  readonly take: (scene: Scene, page?: Page) => Promise<void>;
  /** Runs the command `notafter quick`. */
  readonly runQuick: () => Promise<void>;
  /** Takes an animated picture: `play` adds its frames. */
  readonly animate: (scene: AnimatedScene, play: (frame: AddFrame) => Promise<void>) => Promise<void>;
};

/** Pixels: more than the list has, and less than a page of it. */
const LIST_HEIGHT = 10_000;
const SCROLL_STEP = 200;

/** Sends a command to the service. */
export async function control(service: RunningService, command: unknown): Promise<unknown> {
  const answer = await fetch(service.controlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });
  if (!answer.ok) throw new Error(`The reference service refused a command: ${await answer.text()}`);
  return answer.json();
}

/** Changes some of the settings. */
export async function changeSettings(window: Page, change: Partial<Settings>): Promise<void> {
  const { settings } = await snapshotOf(window);
  await callIn(window, 'settings:set', { ...settings, ...change });
}

/** The row of an order. Scrolls the list until the row exists. */
export async function row(window: Page, name: string): Promise<Locator> {
  const found = window.locator('tr[data-order-id]').filter({ hasText: name });
  await window.getByRole('grid').hover();
  await window.mouse.wheel(0, -LIST_HEIGHT);
  while (!(await found.isVisible())) {
    await window.mouse.wheel(0, SCROLL_STEP);
    await wait(100);
  }
  return found;
}

/** A button by its whole name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}

/** Waits until no toast covers a part of the window. */
export async function untilNoToast({ app: { window }, t }: Stage): Promise<void> {
  const toasts = window.getByRole('region', { name: t('orders.toasts') }).getByRole('button');
  await toasts.first().waitFor({ state: 'detached' });
}
