import { X } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { cx } from '#renderer/components/cx.ts';
import type { FieldProps } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Key } from '#renderer/components/Key.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { keyNames, pressedKeys, type ShortcutState } from '#shared/domain/shortcut.ts';
import { SettingRow } from './SettingRow.tsx';
import type { LiveSettings } from './useLiveSettings.ts';

type Recording = {
  /** Modifiers that are held. */
  readonly held: readonly string[];
  readonly problem: 'tooFew' | 'unusable' | null;
};

/** The keys that open the quick window: a button that records what is pressed. */
export function ShortcutSetting({ live }: { readonly live: LiveSettings }) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const button = useRef<HTMLButtonElement>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const { quickShortcut } = live.settings;
  const state = useShortcutState(useApp(({ settings }) => settings.quickShortcut));
  const store = (shortcut: string | null) => {
    setRecording(null);
    live.change({ quickShortcut: shortcut }, 'settings.quickShortcut');
  };

  const record = (event: KeyboardEvent) => {
    if (recording === null || event.key === 'Tab') return;
    // Neither the page nor the menu is to act on these keys.
    event.preventDefault();
    event.stopPropagation();
    const isAlone = !(event.ctrlKey || event.altKey || event.shiftKey || event.metaKey);
    if (isAlone && event.key === 'Escape') return setRecording(null);
    if (isAlone && (event.key === 'Backspace' || event.key === 'Delete')) return store(null);
    const pressed = pressedKeys(event);
    if (pressed.kind === 'shortcut') store(pressed.shortcut);
    else if (pressed.kind === 'incomplete') setRecording({ ...recording, held: pressed.modifiers });
    else setRecording({ held: [], problem: pressed.kind });
  };

  const names = { super: keyNames('Super', platform).join('') };
  const isRecording = recording !== null;
  const keysOfDesktop = state?.kind === 'active' ? state.keys : null;
  const hint = isRecording
    ? t('settings.shortcut.recording')
    : keysOfDesktop === null
      ? t('settings.shortcut.hint')
      : t('settings.shortcut.byDesktop', { keys: keysOfDesktop });
  const refusal = state === null || state.kind === 'active' || isRecording ? null : state.kind;
  const problem = recording?.problem ?? refusal;
  const parts = recording === null ? (quickShortcut?.split('+') ?? []) : recording.held;
  const shown = parts.flatMap((part) => keyNames(part, platform));
  const emptyText = recording === null ? t('settings.shortcut.none') : t('settings.shortcut.press');
  const text = shown.length === 0 ? emptyText : null;
  const field = (props: FieldProps) => (
    <div className="flex w-52 items-center gap-1">
      <button
        {...props}
        ref={button}
        type="button"
        aria-pressed={recording !== null}
        aria-label={[t('settings.quickShortcut'), text ?? shown.join(' ')].join(': ')}
        onClick={() => setRecording({ held: [], problem: null })}
        onKeyDown={record}
        onKeyUp={() => recording !== null && setRecording({ ...recording, held: [] })}
        onBlur={() => setRecording(null)}
        className={cx(
          'flex h-8 min-w-0 flex-1 items-center gap-1 rounded-md border px-2.5 text-sm',
          recording === null ? 'border-field hover:border-muted' : 'border-accent',
        )}
      >
        {text === null ? (
          shown.map((name) => (
            <Fragment key={name}>
              <Key label={name} />{' '}
            </Fragment>
          ))
        ) : (
          <span className="text-muted">{text}</span>
        )}
      </button>
      {quickShortcut !== null && recording === null && (
        <IconButton
          icon={X}
          label={t('settings.shortcut.remove')}
          onClick={() => {
            store(null);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
  return (
    <SettingRow
      label={t('settings.quickShortcut')}
      hint={hint}
      error={problem === null ? null : t(`settings.shortcut.${problem}`, names)}
    >
      {field}
    </SettingRow>
  );
}

/** Whether the system gave the stored keys to the app; `null`: not known yet, or there are none. */
function useShortcutState(shortcut: string | null): ShortcutState | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly state: ShortcutState } | null>(null);
  useEffect(() => {
    if (shortcut === null) return;
    let isCurrent = true;
    void bridge()
      .calls['settings:shortcutState'](null)
      .then((state) => {
        if (isCurrent) setKnown({ of: shortcut, state });
      });
    return () => {
      isCurrent = false;
    };
  }, [shortcut]);
  return known?.of === shortcut ? known.state : null;
}
