import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import type { FieldProps } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { MadeSecretNote } from '#renderer/components/MadeSecretNote.tsx';
import { fieldClass } from '#renderer/components/TextField.tsx';
import type { SecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';

interface SecretInputProps extends FieldProps {
  readonly source: SecretSource;
  /** Called with every key, never with what was typed. */
  readonly onFilledChange: (isFilled: boolean) => void;
  readonly autoFocus?: boolean;
  /** Begins with a generated secret. */
  readonly startsMade?: boolean;
}

/** The input for a signing secret: pasted and hidden, or generated here and shown once. */
export function SecretInput({ source, onFilledChange, startsMade = false, ...input }: SecretInputProps) {
  const t = useT();
  const [look, setLook] = useState<'hidden' | 'shown' | 'made'>(startsMade ? 'made' : 'hidden');
  const [wasPressed, setWasPressed] = useState(false);
  const isMade = look === 'made';
  const fill = (secret: string) => {
    if (source.ref.current !== null) source.ref.current.value = secret;
    onFilledChange(secret !== '');
  };
  const isStarted = useRef(!startsMade);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    fill(newSecret());
  });
  return (
    <div className="flex flex-col gap-2">
      <span className="flex gap-2">
        <input
          {...input}
          ref={source.ref}
          type={look === 'hidden' ? 'password' : 'text'}
          readOnly={isMade}
          autoComplete="off"
          spellCheck={false}
          maxLength={textLimits.secret}
          onInput={(event) => onFilledChange(event.currentTarget.value.trim() !== '')}
          className={cx(fieldClass, 'h-8', look !== 'hidden' && 'font-mono text-xs', isMade && 'bg-sunken')}
        />
        {!isMade && (
          <>
            <IconButton
              icon={look === 'hidden' ? Eye : EyeOff}
              label={t(look === 'hidden' ? 'receiver.secret.show' : 'receiver.secret.hide')}
              onClick={() => setLook(look === 'hidden' ? 'shown' : 'hidden')}
            />
            <Button
              icon={KeyRound}
              onClick={() => {
                fill(newSecret());
                setLook('made');
                setWasPressed(true);
              }}
            >
              {t('receiver.secret.make')}
            </Button>
          </>
        )}
      </span>
      {isMade && (
        <MadeSecretNote
          takesFocus={wasPressed}
          texts="receiver.secret"
          onOwnInstead={() => {
            fill('');
            setLook('hidden');
            source.ref.current?.focus();
          }}
          read={source.read}
        />
      )}
    </div>
  );
}

/** Length of a generated secret, in bytes: that of the digest it is used with (RFC 2104, section 3). */
const SECRET_BYTES = 32;

/** Generates a signing secret: 32 random bytes as 64 lowercase hex digits. @param fill fills an array with random bytes */
export function newSecret(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(SECRET_BYTES);
  fill(bytes);
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  bytes.fill(0);
  return secret;
}
