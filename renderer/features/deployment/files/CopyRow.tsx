import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  FileX,
  FolderOpen,
  LockKeyhole,
  LockOpen,
  PencilLine,
  RefreshCw,
  ScanSearch,
  SquareTerminal,
  Undo2,
  Unlink,
} from 'lucide-react';
import { useState } from 'react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { CardMenu } from '#renderer/components/CardMenu.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { MiddleText } from '#renderer/components/MiddleText.tsx';
import { useCardMenu } from '#renderer/hooks/useCardMenu.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { colours } from '#renderer/styles/tone.ts';
import type { CopyBundleView, CopyState } from '#shared/domain/copy.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { CommandSection } from './CommandSection.tsx';
import {
  checkCopies,
  forgetCopy,
  refreshCopy,
  revealCopy,
  setAutoRefresh,
  tightenCopies,
} from './copyActions.ts';
import { badFiles, copySentences } from './copyText.ts';

export function CopyRow({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const now = useTimeOfData();
  const preset = useApp(({ presets }) => presets.find(({ id }) => id === copy.presetId));
  const { folder, state, needsPassphrase, command } = copy;
  const { onContextMenu, ...menu } = useCardMenu(copy.id);
  return (
    <li
      onContextMenu={onContextMenu}
      aria-label={t('copies.label', { folder })}
      className="flex flex-col gap-1.5 rounded-lg bg-canvas p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <MiddleText text={folder} label={t('copies.path')} />
        </div>
        <CopyBadge state={state} />
      </div>
      <div className="flex flex-col gap-0.5 text-xs text-muted">
        {preset !== undefined && <p>{presetTitle(preset, t)}</p>}
        {copySentences(copy, now, t).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {badFiles(copy, t).map((line) => (
          <p key={line} className="font-mono text-2xs break-all">
            {line}
          </p>
        ))}
      </div>
      {needsPassphrase ? (
        <p className="text-xs text-muted">{t('copies.passphraseHint')}</p>
      ) : (
        <AutoRefresh copy={copy} />
      )}
      {command !== null && <CommandSection copy={copy} command={command} now={now} />}
      <div className="flex items-center gap-2">
        <CopyButtons copy={copy} />
        <span className="ml-auto flex">
          <CardMenu {...menu} id={copy.id} label={t('copies.more', { folder })}>
            <CopyItems copy={copy} />
          </CardMenu>
        </span>
      </div>
    </li>
  );
}

function AutoRefresh({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const { autoRefresh } = copy;
  // The choice is shown at once; main's state follows.
  const [choice, setChoice] = useState<boolean | null>(null);
  if (choice === autoRefresh) setChoice(null);
  return (
    <Checkbox
      label={t('copies.keepUpToDate')}
      hint={t('copies.keepUpToDateHint')}
      checked={choice ?? autoRefresh}
      onCheckedChange={(checked) => {
        setChoice(checked);
        void setAutoRefresh([copy], checked).then((isSet) => {
          if (!isSet) setChoice(null);
        });
      }}
    />
  );
}

function CopyButtons({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  return (
    <>
      <WorkButton
        size="sm"
        icon={RefreshCw}
        title={copy.needsPassphrase ? undefined : t('copies.refreshHint')}
        work={() => refreshCopy(copy)}
      >
        {t(copy.needsPassphrase ? 'copies.exportAnew' : 'copies.refresh')}
      </WorkButton>
      {copy.state === 'wider' && (
        <Button size="sm" icon={LockKeyhole} onClick={() => void tightenCopies([copy])}>
          {t('helpful.tighten')}
        </Button>
      )}
    </>
  );
}

function CopyItems({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const { id, previous, command } = copy;
  return (
    <>
      <MenuItem icon={FolderOpen} onSelect={() => revealCopy(copy)}>
        {t('copies.reveal')}
      </MenuItem>
      <MenuItem icon={ScanSearch} onSelect={() => checkCopies([copy])}>
        {t('copies.look')}
      </MenuItem>
      {(previous !== null || command === null) && <MenuSeparator />}
      {previous !== null && (
        <MenuItem icon={Undo2} onSelect={() => openDialog({ kind: 'restoreCopy', copyId: id })}>
          {t('copies.restore.open')}
        </MenuItem>
      )}
      {command === null && (
        <MenuItem icon={SquareTerminal} onSelect={() => openDialog({ kind: 'copyCommand', copyIds: [id] })}>
          {t('copies.command.open')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Unlink} onSelect={() => void forgetCopy(copy)}>
        {t(previous === null ? 'copies.forget' : 'copies.forgetWithPrevious')}
      </MenuItem>
    </>
  );
}

function CopyBadge({ state }: { readonly state: CopyState | null }) {
  const t = useT();
  return (
    <StateBadge
      appearance={copyAppearance(state)}
      text={state === null ? t('copies.unseen') : t(`copies.state.${state}`)}
    />
  );
}

const looks: Readonly<Record<CopyState | 'unseen', StateAppearance>> = {
  fresh: { icon: CircleCheck, ...colours.green },
  stale: { icon: Clock, ...colours.orange },
  wider: { icon: LockOpen, ...colours.amber },
  unreadable: { icon: CircleAlert, ...colours.amber },
  missing: { icon: FileX, ...colours.amber },
  changed: { icon: PencilLine, ...colours.amber },
  unseen: { icon: CircleHelp, ...colours.gray },
};

/** How a state looks. @param state `null`: not checked yet */
function copyAppearance(state: CopyState | null): StateAppearance {
  return looks[state ?? 'unseen'];
}
