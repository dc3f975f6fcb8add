import {
  BellOff,
  BellRing,
  BookOpen,
  Bug,
  CircleQuestionMark,
  ClipboardCopy,
  Download,
  FileCog,
  FileText,
  FolderOpen,
  KeyRound,
  PanelsTopLeft,
  Plus,
  Power,
  RefreshCw,
  Tag,
} from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { setAlertsPaused } from '#renderer/features/settings/alerts/alertActions.ts';
import {
  openConfiguration,
  saveConfiguration,
} from '#renderer/features/settings/configuration/configurationActions.ts';
import { orderTotal } from '#renderer/stores/mirror.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { told } from '#renderer/stores/toastStore.ts';
import { openDialog, showView } from '#renderer/stores/viewStore.ts';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { copyReport, exportAll, formats, saveReport } from '../ExportMenuItems.tsx';
import { offeredViews } from '../ViewTabs.tsx';
import type { PaletteContext, PaletteEntry } from './paletteEntry.ts';

/** The actions of the palette that are about no order. */
export function actionEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { app } = context;
  return [
    ...(app.connections.length > 0 ? serviceEntries(context) : []),
    ...(orderTotal(app) > 0 ? orderEntries(context) : []),
    ...viewEntries(context),
    ...alertEntries(context),
    ...helpEntries(context),
  ];
}

const keyed = ({ withCommand }: PaletteContext, key: string) => ({
  key: `Control+${key}`,
  label: withCommand(key),
});

function serviceEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { app, t } = context;
  return [
    {
      id: 'syncAll',
      icon: RefreshCw,
      text: t('orders.header.syncNow'),
      synonyms: t('palette.words.syncAll'),
      shortcut: keyed(context, 'R'),
      run: () => syncOrders(null),
    },
    {
      id: 'add',
      icon: Plus,
      text: t('orders.header.add'),
      synonyms: t('palette.words.add'),
      shortcut: keyed(context, 'N'),
      run: () => openDialog({ kind: 'addOrders', connectionId: null }),
    },
    ...app.connections.map(
      ({ id, name, token }): PaletteEntry => ({
        id: `token ${id}`,
        icon: KeyRound,
        text: t(`connections.tokenState.${token.kind === 'absent' ? 'enter' : 'replace'}`),
        about: name,
        synonyms: t('palette.words.token'),
        isRare: true,
        run: () => openDialog({ kind: 'token', connectionId: id }),
      }),
    ),
  ];
}

function orderEntries({ app, t }: PaletteContext): readonly PaletteEntry[] {
  return [
    {
      id: 'exportAll',
      icon: Download,
      text: t('orders.header.exportAll', { count: orderTotal(app) }),
      synonyms: t('palette.words.exportAll'),
      run: () => void exportAll(),
    },
    {
      id: 'report',
      icon: ClipboardCopy,
      text: t('places.report.copy'),
      synonyms: t('palette.words.copyReport'),
      run: () => void copyReport(),
    },
    ...formats.map(
      (format): PaletteEntry => ({
        id: `report ${format}`,
        icon: FileText,
        text: t(`places.report.save.${format}`),
        about: t('places.report.about'),
        synonyms: t('palette.words.saveReport'),
        isRare: true,
        run: () => void saveReport(format),
      }),
    ),
  ];
}

function viewEntries(context: PaletteContext): readonly PaletteEntry[] {
  const { app, view, t } = context;
  return offeredViews(app, view.view).map((name, index) => {
    const shown = name === 'timeline' ? t('timeline.tab') : t(`inbox.nav.${name}`);
    return {
      id: `view ${name}`,
      icon: PanelsTopLeft,
      text: t('palette.show', { view: shown }),
      synonyms: t(`palette.words.${name}`),
      shortcut: keyed(context, String(index + 1)),
      run: () => showView(name),
    };
  });
}

function alertEntries({ app, t }: PaletteContext): readonly PaletteEntry[] {
  if (app.alertPause !== null)
    return [
      {
        id: 'resume',
        icon: BellRing,
        text: t('settings.pause.resume'),
        synonyms: t('palette.words.resume'),
        run: () => void setAlertsPaused(null),
      },
    ];
  return pauseSpans.map((span) => ({
    id: `pause ${span}`,
    icon: BellOff,
    text: t('palette.pause', { span: t(`settings.pause.span.${span}`) }),
    synonyms: t('palette.words.pause'),
    isRare: true,
    run: () => void setAlertsPaused(span),
  }));
}

function helpEntries({ t }: PaletteContext): readonly PaletteEntry[] {
  return [
    {
      id: 'help',
      icon: CircleQuestionMark,
      text: t('help.keys.title'),
      synonyms: t('palette.words.section.about'),
      shortcut: { key: 'F1', label: 'F1' },
      run: () => openSettings('about'),
    },
    {
      id: 'guide',
      icon: BookOpen,
      text: t('help.documents.open'),
      synonyms: t('palette.words.guide'),
      isRare: true,
      run: () => openSettings('about', { itemId: 'documents' }),
    },
    {
      id: 'releases',
      icon: Tag,
      text: t('help.documents.releases'),
      synonyms: t('palette.words.releases'),
      isRare: true,
      run: () => void bridge().calls['app:openLink']('releases'),
    },
    {
      id: 'form',
      icon: Bug,
      text: t('help.report.title'),
      synonyms: t('palette.words.form'),
      isRare: true,
      run: () => openSettings('about', { label: t('help.report.title') }),
    },
    {
      id: 'log',
      icon: FolderOpen,
      text: t('help.report.log'),
      synonyms: t('palette.words.log'),
      isRare: true,
      run: () => void bridge().calls['app:showLog'](null),
    },
    {
      id: 'saveConfiguration',
      icon: FileCog,
      text: t('configuration.export'),
      synonyms: t('palette.words.saveConfiguration'),
      isRare: true,
      run: () => void told(saveConfiguration(), 'configuration.failed.save'),
    },
    {
      id: 'openConfiguration',
      icon: FileCog,
      text: t('configuration.import'),
      synonyms: t('palette.words.openConfiguration'),
      isRare: true,
      run: () => void told(openConfiguration(), 'configuration.failed.open'),
    },
    {
      id: 'quit',
      icon: Power,
      text: t('palette.quit'),
      synonyms: t('palette.words.quit'),
      isRare: true,
      run: () => void bridge().calls['app:quit'](null),
    },
  ];
}
