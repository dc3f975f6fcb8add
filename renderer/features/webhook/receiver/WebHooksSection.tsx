import { Antenna, Plus } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { Step, Steps } from '#renderer/components/Steps.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SettingsPlace } from '#renderer/stores/settingsStore.ts';
import type { ReceiverState } from '#shared/domain/receiver.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { HookPane, ProtectionNote } from './HookPane.tsx';
import { checkNewHook, type NewHookDraft } from './hookDraft.ts';
import { ListeningPane } from './ListeningPane.tsx';
import { SecretInput } from './SecretInput.tsx';

const dots = {
  off: 'bg-gray',
  starting: 'bg-amber',
  listening: 'bg-green',
  failed: 'bg-danger',
} as const satisfies Record<ReceiverState['kind'], string>;

/** Receiving deliveries: the hooks beside the chosen one, and how NotAfter listens. */
export function WebHooksSection({ place }: { readonly place: SettingsPlace }) {
  const t = useT();
  const hooks = useApp((app) => app.receiver.hooks);
  const state = useApp((app) => app.receiver.state.kind);
  /** The id of a hook, `new` or `listening`. */
  const [wanted, setWanted] = useState(place.itemId ?? hooks[0]?.id ?? 'new');
  const isPage = wanted === 'new' || wanted === 'listening';
  // A hook that was removed, or that main's state does not have yet, gives way to the first one.
  const hook = isPage ? undefined : (hooks.find(({ id }) => id === wanted) ?? hooks[0]);
  const chosenId = hook?.id ?? (isPage ? wanted : 'new');
  return (
    <>
      <PageHeading title={t('settings.sections.webHooks')}>{t('receiver.about')}</PageHeading>
      <MasterDetail
        label={t('receiver.nav.label')}
        groups={[
          {
            label: t('receiver.hook.list'),
            items: hooks.map(({ id, name, enabled }) => ({
              id,
              title: name,
              detail: {
                text: t(enabled ? `receiver.nav.state.${state}` : 'receiver.nav.state.off'),
                dot: enabled ? dots[state] : dots.off,
              },
            })),
          },
        ]}
        pages={[
          { id: 'new', icon: Plus, text: t('receiver.hook.add') },
          { id: 'listening', icon: Antenna, text: t('receiver.nav.listening'), isLast: true },
        ]}
        chosenId={chosenId}
        onChoose={setWanted}
      >
        {chosenId === 'listening' && <ListeningPane />}
        {chosenId === 'new' && <NewHook onAdded={setWanted} />}
        {hook !== undefined && (
          <HookPane
            hook={hook}
            onShowListening={() => setWanted('listening')}
            onRemoved={() => setWanted(hooks.find(({ id }) => id !== hook.id)?.id ?? 'new')}
          />
        )}
      </MasterDetail>
    </>
  );
}

const emptyHook: NewHookDraft = { name: '', path: null, hasSecret: false };

/** The form for a new hook: a name, a secret, a path. */
function NewHook({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const secret = useSecretSource();
  const form = useForm({
    initial: emptyHook,
    // A generated secret is there from the beginning.
    compared: ({ name, path }) => ({ name, path }),
    check: checkNewHook,
    send: (fields) => bridge().calls['hooks:add']({ ...fields, secret: secret.read() }),
    problemsOf: inputProblems('name', 'secret', 'path'),
    onStored: ({ id }) => {
      secret.clear();
      onAdded(id);
    },
  });
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t('receiver.hook.newIntro')}</p>
      <form {...form.props} className="flex flex-col gap-5">
        <TextField
          label={t('receiver.hook.name')}
          hint={t('receiver.hook.nameHint')}
          error={errorText(form.problems.name)}
          data-autofocus
          autoFocus
          value={form.values.name}
          onValueChange={(name) => form.change({ name })}
          placeholder={t('receiver.hook.namePlaceholder')}
          maxLength={textLimits.name}
          required
        />
        <Steps>
          <Step number={1} title={t('receiver.steps.secret')} state="open">
            <FormField
              label={t('receiver.secret.label')}
              hint={t('receiver.secret.hint')}
              error={errorText(form.problems.secret)}
            >
              {(field) => (
                <SecretInput
                  {...field}
                  startsMade
                  source={secret}
                  onFilledChange={(hasSecret) => form.change({ hasSecret })}
                />
              )}
            </FormField>
            <PathField
              path={form.values.path}
              error={errorText(form.problems.path)}
              onChange={(path) => form.change({ path })}
            />
            <StoreFailure error={form.failure} onRepeat={() => void form.submit()} />
            <div className="flex justify-end">
              <Button type="submit" variant="primary" busy={form.busy}>
                {t('receiver.hook.addAndSave')}
              </Button>
            </div>
          </Step>
          <Step number={2} title={t('receiver.steps.reachable')} state="later" />
          <Step number={3} title={t('receiver.steps.test')} state="later" />
          <Step number={4} title={t('receiver.steps.deliver')} state="later" />
        </Steps>
      </form>
      <ProtectionNote />
    </div>
  );
}

interface PathFieldProps {
  /** `null` for a random one. */
  readonly path: string | null;
  readonly error: string | null;
  readonly onChange: (path: string | null) => void;
}

/** The path of a new hook: random, unless the user wants to choose it. */
function PathField({ path, error, onChange }: PathFieldProps) {
  const t = useT();
  if (path === null)
    return (
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{t('receiver.hook.pathRandom')}</p>
        <Button size="sm" variant="ghost" onClick={() => onChange('')}>
          {t('receiver.hook.pathOwn')}
        </Button>
      </div>
    );
  return (
    <TextField
      label={t('receiver.hook.path')}
      hint={t('receiver.hook.pathHint')}
      error={error}
      autoFocus
      value={path}
      onValueChange={onChange}
      maxLength={textLimits.path}
      monospace
      beside={
        <Button variant="ghost" onClick={() => onChange(null)}>
          {t('receiver.hook.pathMakeRandom')}
        </Button>
      }
    />
  );
}
