import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { AppLanguage } from '#shared/domain/language.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { RunningApp } from '../demo/driveApp.ts';
import { answerFileDialogs } from '../demo/electronApp.ts';
import type { RunningService } from '../demo/referenceService.ts';
import { continueFirstStart, enterFirstStart, untilAllAsked, wordsOf } from '../demo/windowSteps.ts';
import { animate } from './animation.ts';
import { showEndpoints } from './endpointScenes.ts';
import { receive } from './inboxScenes.ts';
import { type AnimatedScene, button, changeSettings, control, row, type Scene, type Stage } from './stage.ts';

/** Saves what `picture` writes to a file: a PNG, or the GIF of an animated scene. */
export type SavePicture = (
  scene: Scene | AnimatedScene,
  picture: (file: string) => Promise<unknown>,
) => Promise<void>;

const windowSize = { width: 1100, height: 720 } as const;
/** Transitions and animations have ended after this time. */
const settledMs = 400;
/** Showcase orders: the first two were exported before, the second was renewed since. */
const exported = ['Payments', 'Public API', 'Apps (wildcard)', 'Shared hosting (100 names)'] as const;
const renewedRid = 'w9FgKe4UtJ6x';
const detailed = 'Customer portal';
/** The same order, renewed while a server still uses the exported files. */
const drifted = {
  name: detailed,
  rid: 'H3sYp8LdZc5N',
  serverName: 'portal.example.com',
  folder: 'customer-portal',
} as const;

/**
 * Takes pictures of the first start, the list, an export, the details, endpoints and deliveries of a new app, which shows
 * `language`. Only English has animated pictures.
 */
export async function takeScreenshots(
  app: RunningApp,
  service: RunningService,
  language: AppLanguage,
  runQuick: Stage['runQuick'],
  save: SavePicture,
): Promise<void> {
  const { electron, window } = app;
  await electron.evaluate(({ BrowserWindow }, { width, height }) => {
    for (const each of BrowserWindow.getAllWindows()) each.setContentSize(width, height);
  }, windowSize);
  const take: Stage['take'] = async (scene, page = window) => {
    // No row is hovered, and no caret blinks.
    await page.mouse.move(0, 0);
    await wait(settledMs);
    await save(scene, (path) => page.screenshot({ path, caret: 'hide' }));
  };
  const t = await wordsOf(window);
  await changeSettings(window, { theme: 'light', language });

  const animated: Stage['animate'] = (scene, play) =>
    language === 'en'
      ? save(scene, (file) => animate(window, file, play))
      : play(async (_ms, target) => target?.hover());
  const stage = { app, service, t, take, runQuick, animate: animated };
  await firstStart(stage);
  await untilAllAsked(window);
  await take('orders-light');

  // Kept until the end, because the exported files are shown as copies.
  const target = await mkdtemp(join(tmpdir(), 'tls-'));
  try {
    await answerFileDialogs(electron, target);
    await review(stage);
    await summary(stage);
    await quick(stage);
    await details(stage);
    await showEndpoints(stage, { ...drifted, folder: join(target, drifted.folder) });
    await receive(stage);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** The details of an order. */
async function details({ app: { window }, t, take }: Stage): Promise<void> {
  await changeSettings(window, { theme: 'dark' });
  await (await row(window, detailed)).click();
  await window.getByRole('complementary').getByText(t('orders.panel.history')).waitFor();
  await take('details-dark');

  await button(window, t('orders.panel.close')).click();
  await changeSettings(window, { theme: 'light' });
}

async function firstStart({ app: { electron, window }, service, t, take }: Stage): Promise<void> {
  if (service.caFile !== null) await answerFileDialogs(electron, service.caFile);
  await enterFirstStart(window, t, {
    name: 'Acme production',
    baseUrl: service.baseUrl,
    hasCaFile: service.caFile !== null,
    token: service.token,
    rids: service.rids,
  });
  const checking = new RegExp(t('addOrders.summary.asking', { count: 9 }).replace('9', String.raw`\d+`), 'u');
  const results = window.getByRole('region', { name: t('addOrders.results') }).getByRole('status');
  await results.filter({ hasNotText: checking }).waitFor();
  await button(window, t('firstStart.byHand')).click();
  await take('first-start-light');
  await continueFirstStart(window, t, service.rids.length);
}

/** Exports two orders, renews one of them, and opens the review of four. */
async function review({ app: { window }, service, t, take }: Stage): Promise<void> {
  await startExport(window, t, exported.slice(0, 2), t('presets.names.pem'));
  await button(window, t('common.done')).click();

  await control(service, { action: 'renew', rid: renewedRid, days: 90 });
  await startExport(window, t, exported, t('presets.names.iis'));
  await window.getByRole('heading', { name: t('exporting.review') }).waitFor();
  await take('export-review-light');

  await button(window, t('exporting.stop')).click();
  await window.keyboard.press('Escape');
}

/** Exports an order for a server: verified, with the lines for its configuration. */
async function summary({ app: { window }, t, take }: Stage): Promise<void> {
  await startExport(window, t, [detailed], t('presets.names.nginx'));
  await window.getByRole('textbox', { name: t('exporting.snippet.title') }).waitFor();
  await take('export-summary-light');

  await button(window, t('common.done')).click();
  await window.keyboard.press('Escape');
}

/** The quick window, with an order that is exported again to its folder. */
async function quick({ app: { electron }, take, runQuick }: Stage): Promise<void> {
  const opened = electron.waitForEvent('window');
  await runQuick();
  const page = await opened;
  await page.getByRole('option').first().waitFor();
  await take('quick-light', page);
  await page.keyboard.press('Escape').catch(() => undefined);
}

async function startExport(
  window: Page,
  t: Translate,
  names: readonly string[],
  preset: string,
): Promise<void> {
  for (const name of names) {
    await (await row(window, name)).getByRole('checkbox').check();
  }
  await button(window, t('orders.action.export')).click();
  await window.getByRole('radio', { name: new RegExp(`^${preset}`, 'u') }).check();
  await button(window, t('exporting.chooseFolder'))
    .or(button(window, t('exporting.otherFolder')))
    .click();
}
