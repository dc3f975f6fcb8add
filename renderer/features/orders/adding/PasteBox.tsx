import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { FormField } from '#renderer/components/FormField.tsx';
import { fieldClass } from '#renderer/components/TextField.tsx';

interface PasteBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly error?: string | null;
  /** Called with a text that was pasted, dropped, or typed and then left. The box is empty again by then. */
  readonly onText: (text: string) => void;
  /** Called with what is being typed. */
  readonly onDraft?: (text: string) => void;
}

/** A box that takes any text and passes it on: a token that was pasted does not stay in it. */
export function PasteBox({ label, hint, placeholder, error = null, onText, onDraft }: PasteBoxProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const take = (pasted = '') => {
    const typed = ref.current?.value ?? '';
    if (ref.current !== null) ref.current.value = '';
    onDraft?.('');
    const text = typed === '' || pasted === '' ? typed + pasted : `${typed}\n${pasted}`;
    if (text.trim() !== '') onText(text);
  };
  const takePasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    take(text);
  };
  const takeTyped = (event: KeyboardEvent) => {
    // Enter with Ctrl or ⌘ presses the button of the dialog.
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    take();
  };
  return (
    <FormField label={label} hint={hint} error={error}>
      {(field) => (
        <textarea
          {...field}
          ref={ref}
          rows={3}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          onPaste={takePasted}
          onKeyDown={takeTyped}
          onBlur={() => take()}
          onInput={(event) => {
            if ((event.nativeEvent as InputEvent).inputType === 'insertFromDrop') take();
            else onDraft?.(event.currentTarget.value);
          }}
          className={`${fieldClass} block resize-none border-dashed py-2 font-mono text-xs`}
        />
      )}
    </FormField>
  );
}
