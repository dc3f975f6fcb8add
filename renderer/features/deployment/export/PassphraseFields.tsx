import { Eye, EyeOff, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { type FieldProps, FormField } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { MadeSecretNote } from '#renderer/components/MadeSecretNote.tsx';
import { fieldClass } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { newPassphrase, type PassphraseSource } from './passphraseSource.ts';

interface PassphraseFieldsProps {
  readonly source: PassphraseSource;
  /** Whether the files of several orders get this passphrase. */
  readonly isForSeveral: boolean;
  readonly errors: { readonly first: string | null; readonly again: string | null };
  readonly onEdited: () => void;
}

const notAscii = /[^\p{ASCII}]/u;

/** Asks for the passphrase of PKCS#12 files: typed twice, or generated and shown once. */
export function PassphraseFields({ source, isForSeveral, errors, onEdited }: PassphraseFieldsProps) {
  const t = useT();
  const [mode, setMode] = useState<'hidden' | 'shown' | 'generated'>('hidden');
  const [hasNonAscii, setHasNonAscii] = useState(false);
  const isGenerated = mode === 'generated';
  const edited = () => {
    setHasNonAscii(notAscii.test(source.first.current?.value ?? ''));
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
      type={mode === 'hidden' ? 'password' : 'text'}
      readOnly={isGenerated}
      autoComplete="off"
      spellCheck={false}
      maxLength={textLimits.secret}
      onInput={edited}
      className={cx(fieldClass, 'h-8', mode !== 'hidden' && 'font-mono', isGenerated && 'bg-sunken')}
    />
  );
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className={cx('grid items-start gap-x-4 gap-y-2', !isGenerated && 'sm:grid-cols-2')}>
        <FormField
          label={t(isForSeveral ? 'exporting.passphrase.labelCount' : 'exporting.passphrase.label')}
          hint={t('exporting.passphrase.hint')}
          error={errors.first}
        >
          {(field) => (
            <span className="flex gap-2">
              {input(field, source.first)}
              {!isGenerated && (
                <IconButton
                  icon={mode === 'hidden' ? Eye : EyeOff}
                  label={t(mode === 'hidden' ? 'exporting.passphrase.show' : 'exporting.passphrase.hide')}
                  onClick={() => setMode(mode === 'hidden' ? 'shown' : 'hidden')}
                />
              )}
            </span>
          )}
        </FormField>
        <div hidden={isGenerated}>
          <FormField label={t('exporting.passphrase.repeat')} error={errors.again}>
            {(field) => (
              <span className="flex gap-2">
                {input(field, source.again)}
                <Button
                  icon={KeyRound}
                  onClick={() => {
                    fill(newPassphrase());
                    setMode('generated');
                  }}
                >
                  {t('exporting.passphrase.make')}
                </Button>
              </span>
            )}
          </FormField>
        </div>
      </div>
      {isGenerated && (
        <MadeSecretNote
          texts="exporting.passphrase"
          onOwnInstead={() => {
            fill('');
            setMode('hidden');
            source.first.current?.focus();
          }}
          read={() => source.first.current?.value ?? ''}
        />
      )}
      {hasNonAscii && errors.first === null && (
        <p role="status" className="flex items-start gap-1.5 text-xs text-amber">
          <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          {t('exporting.passphrase.notAscii')}
        </p>
      )}
    </section>
  );
}
