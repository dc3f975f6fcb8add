import type { ContextMenuParams } from 'electron';

/** What a page says of the text under the pointer, or at the cursor. */
type TextAtPointer = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** What an item of the menu does, by the name of the method of `WebContents`. */
type TextAction = 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll';

const fieldActions: readonly (readonly TextAction[])[] = [
  ['undo', 'redo'],
  ['cut', 'copy', 'paste'],
  ['selectAll'],
];

const flags = {
  undo: 'canUndo',
  redo: 'canRedo',
  cut: 'canCut',
  copy: 'canCopy',
  paste: 'canPaste',
  selectAll: 'canSelectAll',
} as const;

/**
 * The groups of a menu's items, each with whether it can be done: for a field all of them, for a selected text only to
 * copy it. None for anything else.
 * @param holdsKey a private key is on the clipboard, which no page gets
 */
export function textActions(
  { isEditable, selectionText, editFlags }: TextAtPointer,
  holdsKey: boolean,
): readonly (readonly { readonly action: TextAction; readonly isEnabled: boolean }[])[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [[{ action: 'copy', isEnabled: true }]];
  return fieldActions.map((group) =>
    group.map((action) => ({
      action,
      isEnabled: editFlags[flags[action]] && !(action === 'paste' && holdsKey),
    })),
  );
}
