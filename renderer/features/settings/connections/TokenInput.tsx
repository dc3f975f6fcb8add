import { type ComponentPropsWithRef, type RefObject, useRef } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { fieldClass } from '#renderer/components/TextField.tsx';

export interface TokenSource {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** The token without the white space around it; empty when nothing was entered. */
  readonly read: () => string;
  /** Empties the input, as right after the token was taken. */
  readonly clear: () => void;
}

/** Access to a token input that React knows no value of: the token is in the page's input alone, until it is sent. */
export function useTokenSource(): TokenSource {
  const ref = useRef<HTMLInputElement>(null);
  return {
    ref,
    read: () => ref.current?.value.trim() ?? '',
    clear: () => {
      if (ref.current !== null) ref.current.value = '';
    },
  };
}

interface TokenInputProps extends Omit<ComponentPropsWithRef<'input'>, 'ref' | 'type' | 'value' | 'onInput'> {
  readonly source: TokenSource;
  /** Told with every key whether there is something in it, and nothing of what. */
  readonly onFilledChange?: ((isFilled: boolean) => void) | undefined;
}

/** The input for an access token: never shown in clear, never filled in. */
export function TokenInput({ source, onFilledChange, className, ...input }: TokenInputProps) {
  return (
    <input
      {...input}
      ref={source.ref}
      onInput={(event) => onFilledChange?.(event.currentTarget.value !== '')}
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={8192}
      className={cx(fieldClass, 'h-8', className)}
    />
  );
}
