import {
  ArrowLeft,
  Bell,
  CircleQuestionMark,
  FileStack,
  type LucideIcon,
  Plug,
  SlidersHorizontal,
  Webhook,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Select } from '#renderer/components/Select.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { PresetsSection } from '#renderer/features/deployment/presets/PresetsSection.tsx';
import { AlertsSection } from '#renderer/features/settings/alerts/AlertsSection.tsx';
import { ConnectionsSection } from '#renderer/features/settings/connections/ConnectionsSection.tsx';
import { AboutSection } from '#renderer/features/settings/help/AboutSection.tsx';
import { GeneralSection } from '#renderer/features/settings/preferences/GeneralSection.tsx';
import { WebHooksSection } from '#renderer/features/webhook/receiver/WebHooksSection.tsx';
import { focusOpener, openerOf } from '#renderer/hooks/opener.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { UnsavedContext, useUnsavedGuard } from '#renderer/hooks/useUnsaved.ts';
import {
  openSettings,
  type SettingsPlace,
  type SettingsSection,
  settingsSections,
  useSettingsStore,
} from '#renderer/stores/settingsStore.ts';
import { closeSettings, useViewStore } from '#renderer/stores/viewStore.ts';
import { KeysSection } from './KeysSection.tsx';

interface Section {
  readonly icon: LucideIcon;
  readonly content: ComponentType<{ readonly place: SettingsPlace }>;
}

const sections: Readonly<Record<SettingsSection, Section>> = {
  general: { icon: SlidersHorizontal, content: GeneralSection },
  connections: { icon: Plug, content: ConnectionsSection },
  alerts: { icon: Bell, content: AlertsSection },
  webHooks: { icon: Webhook, content: WebHooksSection },
  presets: { icon: FileStack, content: PresetsSection },
  about: {
    icon: CircleQuestionMark,
    content: ({ place: { itemId } }) => (
      <AboutSection keys={<KeysSection />} first={itemId === 'documents' ? itemId : 'help'} />
    ),
  },
};

/** The settings as a page over the view, which stays as it is below. */
export function SettingsPage() {
  const place = useSettingsStore((state) => state.place);
  return place === null ? null : <OpenPage place={place} />;
}

function OpenPage({ place }: { readonly place: SettingsPlace }) {
  const t = useT();
  const page = useRef<HTMLElement>(null);
  const guard = useUnsavedGuard(false);
  const { attempt } = guard.scope;
  const leave = () => {
    // A field that is being typed in applies its value when it loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    attempt(closeSettings);
  };
  const choose = (section: SettingsSection) => {
    if (section !== place.section) attempt(() => openSettings(section));
  };
  useFocusInside(page);
  useWantedSetting(page, place);
  useEscape(leave);
  const { content: Content } = sections[place.section];
  return (
    <main
      ref={page}
      aria-label={t('settings.title')}
      data-page="settings"
      className="fixed inset-0 z-35 flex animate-fade flex-col bg-surface min-[700px]:flex-row"
    >
      <aside className="flex shrink-0 items-center gap-2 border-b border-line bg-canvas p-3 min-[700px]:w-52 min-[700px]:flex-col min-[700px]:items-stretch min-[700px]:border-r min-[700px]:border-b-0">
        <div className="flex items-center gap-1 min-[700px]:pb-2">
          <Button variant="ghost" icon={ArrowLeft} className="px-2!" onClick={leave}>
            {t('settings.back')}
          </Button>
          <h1 className="text-md font-semibold max-[700px]:sr-only">{t('settings.title')}</h1>
        </div>
        <span className="flex-1 min-[700px]:hidden">
          <Select
            aria-label={t('settings.sections.label')}
            value={place.section}
            onValueChange={choose}
            options={settingsSections.map((value) => ({ value, label: t(`settings.sections.${value}`) }))}
          />
        </span>
        <Navigation chosen={place.section} onChoose={choose} />
      </aside>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {/* Each section begins at its top. */}
        <div key={place.section} className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
          <div className="flex min-h-full max-w-260 flex-col gap-6 px-5 py-6 min-[900px]:px-9">
            <UnsavedContext value={guard.scope}>
              <Content key={`${place.section} ${place.itemId ?? ''}`} place={place} />
            </UnsavedContext>
          </div>
        </div>
        {guard.isAsking && (
          <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
            <UnsavedQuestion guard={guard} />
          </footer>
        )}
      </div>
    </main>
  );
}

interface NavigationProps {
  readonly chosen: SettingsSection;
  readonly onChoose: (section: SettingsSection) => void;
}

function Navigation({ chosen, onChoose }: NavigationProps) {
  const t = useT();
  return (
    <nav aria-label={t('settings.sections.label')} className="hidden min-[700px]:block">
      <ul className="flex flex-col gap-0.5">
        {settingsSections.map((section) => {
          const { icon: Icon } = sections[section];
          const isChosen = section === chosen;
          return (
            <li key={section}>
              <button
                type="button"
                aria-current={isChosen ? 'page' : undefined}
                onClick={() => onChoose(section)}
                className={cx(
                  'flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm',
                  isChosen
                    ? 'bg-accent-soft font-medium text-ink'
                    : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                <Icon size={16} aria-hidden className="shrink-0" />
                {t(`settings.sections.${section}`)}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Moves the focus into the page unless a field took it, and gives it back when the page closes. */
function useFocusInside(page: { readonly current: HTMLElement | null }): void {
  const [opener] = useState(() => openerOf(useSettingsStore.getState().focused));
  useEffect(() => {
    const root = page.current;
    if (root !== null && !root.contains(document.activeElement)) {
      const wanted = root.querySelector<HTMLElement>('[data-autofocus], [aria-current="page"]');
      (wanted?.checkVisibility() === true ? wanted : root.querySelector<HTMLElement>('button'))?.focus();
    }
    return () => {
      if (opener !== null && useViewStore.getState().dialog.kind === 'none') focusOpener(opener);
    };
  }, [page, opener]);
}

/** Moves the focus to the setting that the page was opened for, and unfolds it. */
function useWantedSetting(page: { readonly current: HTMLElement | null }, place: SettingsPlace): void {
  useEffect(() => {
    const { label } = place;
    const control = page.current === null || label === null ? null : controlOf(page.current, label);
    if (page.current === null || control === null) return;
    foldOf(page.current, control)?.click();
    // React shows what was folded in a microtask after the click.
    queueMicrotask(() => {
      control.focus();
      control.scrollIntoView({ block: 'center' });
    });
  }, [page, place]);
}

/** Escape leaves the page, unless a dialog is open over it. */
function useEscape(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (useViewStore.getState().dialog.kind === 'none') latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The elements of the page that have a name: fields with labels, groups of fields, headings, and folded settings. */
const NAMED = 'label, fieldset, h3, [role="group"]';

const CONTROLS = 'input, select, textarea, button';

/** The control that a page shows below a name, or the first one of the group with this name; `null`: there is none. */
function controlOf(page: HTMLElement, name: string): HTMLElement | null {
  const all = [...page.querySelectorAll<HTMLElement>(NAMED)];
  const named = all.find((element) => nameOf(element) === name);
  if (named instanceof HTMLLabelElement) return named.control;
  return named?.closest('section, fieldset, [role="group"]')?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/** The name without the hint below it. */
function nameOf(element: HTMLElement): string | null {
  const first = element.querySelector(':scope > span:last-child > span:first-child');
  return element.ariaLabel ?? (first ?? element).textContent;
}

/** The button that unfolds a control or is one itself; `null`: the control is not folded. */
function foldOf(page: HTMLElement, control: HTMLElement): HTMLElement | null {
  if (control.getAttribute('aria-expanded') === 'false') return control;
  const folded = control.closest('[hidden]');
  const buttons = [...page.querySelectorAll<HTMLElement>('[aria-controls]')];
  return folded === null
    ? null
    : (buttons.find((b) => b.getAttribute('aria-controls') === folded.id) ?? null);
}
