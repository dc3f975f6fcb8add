import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import {
  type ConfigurationChangeView,
  type ConfigurationOutcome,
  type ConfigurationPreview,
  configurationActions,
  fieldText,
} from '#shared/domain/configurationChange.ts';

/** Shows what the import of a configuration file would change, imports it, and says what is still missing. */
export function ImportDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'importConfiguration' ? <Preview first={dialog.preview} /> : null;
}

function Preview({ first }: { readonly first: ConfigurationPreview }) {
  const t = useT();
  const [preview, setPreview] = useState(first);
  const [prune, setPrune] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);
  const importing = useAction(() => bridge().calls['configuration:import']({ id: preview.id, prune }));
  const removed = preview.changes.filter(({ action }) => action === 'removed');
  const made = prune ? preview.changes : preview.changes.filter(({ action }) => action !== 'removed');
  const run = async () => {
    const result = await importing.run();
    if (!result.ok) return;
    if (result.value.kind === 'outdated') {
      setPreview(result.value.preview);
      setOutdated(true);
      return;
    }
    const { withoutToken, waiting } = result.value;
    if (withoutToken.length > 0) {
      setImported(result.value);
      return;
    }
    closeDialog();
    const text = waiting > 0 ? { text: t('configuration.waiting', { count: waiting }) } : {};
    showToast({ tone: 'success', title: t('configuration.imported'), ...text });
  };
  if (imported !== null) return <MissingTokens imported={imported} />;
  return (
    <Dialog
      onClose={closeDialog}
      closeOnOutsideClick={false}
      title={t('configuration.preview.title')}
      description={preview.fileName}
      footer={
        <>
          <Button onClick={closeDialog}>{t(made.length === 0 ? 'common.close' : 'common.cancel')}</Button>
          {made.length > 0 && (
            <Button variant="primary" busy={importing.busy} onClick={() => void run()}>
              {t('configuration.preview.import', { count: made.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {isOutdated && <Banner tone="warning" title={t('configuration.preview.outdated')} />}
        {made.length === 0 && <p>{t('configuration.preview.nothing')}</p>}
        {made.some(isWarned) && <Banner tone="danger" title={t('configuration.preview.asks')} />}
        {configurationActions.map((action) => (
          <Changes key={action} action={action} changes={made.filter((change) => change.action === action)} />
        ))}
        {removed.length > 0 && (
          <Checkbox
            label={t('configuration.preview.prune')}
            hint={t('configuration.preview.pruneHint', { count: removed.length })}
            checked={prune}
            onCheckedChange={setPrune}
          />
        )}
        {made.some((change) => changesConnection(change, 'address')) && (
          <Banner tone="warning" title={t('configuration.preview.tokenLost')} />
        )}
        {made.some((change) => changesConnection(change, 'ca')) && (
          <Banner tone="warning" title={t('configuration.preview.otherCa')} />
        )}
        {made.length > 0 && <p className="text-xs text-muted">{t('configuration.preview.left')}</p>}
        {importing.error !== null && <ErrorBanner reveal error={importing.error} />}
      </div>
    </Dialog>
  );
}

/** Whether an existing connection gets another address, or trusts another certificate authority. */
function changesConnection(
  { kind, action, fields }: ConfigurationChangeView,
  field: 'address' | 'ca',
): boolean {
  return kind === 'connection' && action === 'changed' && fields.some(({ name }) => name === field);
}

function isWarned({ warnings }: ConfigurationChangeView): boolean {
  return warnings.length > 0;
}

/** More are counted, not listed: nobody reads thousands, and they would take the page seconds. */
const LISTED = 200;

interface ChangesProps {
  readonly action: ConfigurationChangeView['action'];
  readonly changes: readonly ConfigurationChangeView[];
}

function Changes({ action, changes }: ChangesProps) {
  const t = useT();
  if (changes.length === 0) return null;
  const title = t(`configuration.preview.${action}`, { count: changes.length });
  // What matters must not be below what is not listed.
  const ordered = [...changes.filter(isWarned), ...changes.filter((change) => !isWarned(change))];
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      {/* Scrolls by keyboard as well. */}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className="max-h-48 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {ordered.slice(0, LISTED).map(({ kind, name, of, fields, warnings }, index) => (
          // Several destinations of an order may be in the same folder. The list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="flex flex-wrap gap-x-2 px-3 py-1.5 wrap-anywhere">
            <span className="text-muted">{t(`configuration.kind.${kind}`)}</span>
            <span className="font-medium">{name}</span>
            {of !== null && <span className="text-muted">({of})</span>}
            {/* As they are named in the file. */}
            {fields.map((field) => (
              <code key={field.name} className="basis-full font-mono text-xs text-muted">
                {fieldText(field)}
              </code>
            ))}
            {warnings.map((warning) => (
              <strong key={`${warning.kind} ${warning.name}`} className="basis-full text-xs text-danger">
                {t(`configuration.warning.${warning.kind}`, { name: warning.name })}
              </strong>
            ))}
          </li>
        ))}
        {changes.length > LISTED && (
          <li className="px-3 py-1.5 text-muted">
            {t('configuration.preview.more', { count: changes.length - LISTED })}
          </li>
        )}
      </ul>
    </section>
  );
}

type Imported = Extract<ConfigurationOutcome, { readonly kind: 'imported' }>;

/** What is left to do here after an import. */
function MissingTokens({ imported }: { readonly imported: Imported }) {
  const t = useT();
  const { withoutToken: connections, waiting } = imported;
  const all = useApp((app) => app.connections);
  const unconfirmed = new Set(all.filter(({ ca }) => ca?.isConfirmed === false).map(({ id }) => id));
  return (
    <Dialog
      onClose={closeDialog}
      title={t('configuration.imported')}
      footer={<Button onClick={closeDialog}>{t('common.close')}</Button>}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>{t('configuration.tokens', { count: connections.length })}</p>
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {connections.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium wrap-anywhere">{name}</span>
                {unconfirmed.has(id) && (
                  <span className="block text-xs text-muted">{t('connections.ca.unconfirmed')}</span>
                )}
              </span>
              <Button
                aria-label={t('configuration.enterTokenOf', { name })}
                onClick={() => openDialog({ kind: 'token', connectionId: id })}
              >
                {t('configuration.enterToken')}
              </Button>
            </li>
          ))}
        </ul>
        {waiting > 0 && <p>{t('configuration.waiting', { count: waiting })}</p>}
      </div>
    </Dialog>
  );
}
