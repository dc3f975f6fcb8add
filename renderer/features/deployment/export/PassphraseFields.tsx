import { Eye, EyeOff, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { type FieldProps, FormField } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { MadeSecretNote } from '#renderer/components/MadeSecretNote.tsx';
import { fieldClass } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { newPassphrase } from './newPassphrase.ts';
import type { PassphraseSource } from './passphraseSource.ts';

/** What is wrong with the passphrase, in words, at the input that it belongs to. */
export interface PassphraseErrors {
  readonly first: string | null;
  readonly again: string | null;
}

interface PassphraseFieldsProps {
  readonly source: PassphraseSource;
  /** One passphrase is for the files of several orders. */
  readonly isForSeveral: boolean;
  readonly errors: PassphraseErrors;
  readonly onEdited: () => void;
}

const notAscii = /[^\p{ASCII}]/u;

/** Asks for the passphrase of PKCS#12 files: typed twice, or made here and shown once. */
export function PassphraseFields({ source, isForSeveral, errors, onEdited }: PassphraseFieldsProps) {
  const t = useT();
  const [look, setLook] = useState<'hidden' | 'shown' | 'made'>('hidden');
  const [hasOthers, setHasOthers] = useState(false);
  const isMade = look === 'made';
  const edited = () => {
    setHasOthers(notAscii.test(source.first.current?.value ?? ''));
    onEdited();
  };
  const fill = (passphrase: string) => {
    source.fill(passphrase);
    edited();
  };
  const input = (field: FieldProps, ref: PassphraseSource['first']) => (
    <input
      {...field}
      ref={ref}
      type={look === 'hidden' ? 'password' : 'text'}
      readOnly={isMade}
      autoComplete="off"
      spellCheck={false}
      maxLength={1024}
      onInput={edited}
      className={cx(fieldClass, 'h-8', look !== 'hidden' && 'font-mono', isMade && 'bg-sunken')}
    />
  );
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className={cx('grid items-start gap-x-4 gap-y-2', !isMade && 'sm:grid-cols-2')}>
        <FormField
          label={t(isForSeveral ? 'exporting.passphrase.labelCount' : 'exporting.passphrase.label')}
          hint={t('exporting.passphrase.hint')}
          error={errors.first}
        >
          {(field) => (
            <span className="flex gap-2">
              {input(field, source.first)}
              {!isMade && (
                <IconButton
                  icon={look === 'hidden' ? Eye : EyeOff}
                  label={t(look === 'hidden' ? 'exporting.passphrase.show' : 'exporting.passphrase.hide')}
                  onClick={() => setLook(look === 'hidden' ? 'shown' : 'hidden')}
                />
              )}
            </span>
          )}
        </FormField>
        <div hidden={isMade}>
          <FormField label={t('exporting.passphrase.repeat')} error={errors.again}>
            {(field) => (
              <span className="flex gap-2">
                {input(field, source.again)}
                <Button
                  icon={KeyRound}
                  onClick={() => {
                    fill(newPassphrase());
                    setLook('made');
                  }}
                >
                  {t('exporting.passphrase.make')}
                </Button>
              </span>
            )}
          </FormField>
        </div>
      </div>
      {isMade && (
        <MadeSecretNote
          text={t('exporting.passphrase.made')}
          ownInsteadLabel={t('exporting.passphrase.ownInstead')}
          onOwnInstead={() => {
            fill('');
            setLook('hidden');
            source.first.current?.focus();
          }}
          read={() => source.first.current?.value ?? ''}
          copyLabel={t('exporting.passphrase.copy')}
          copiedLabel={t('exporting.passphrase.copied')}
        />
      )}
      {hasOthers && errors.first === null && (
        <p role="status" className="flex items-start gap-1.5 text-xs text-amber">
          <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          {t('exporting.passphrase.notAscii')}
        </p>
      )}
    </section>
  );
}
