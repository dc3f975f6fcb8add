import type { EditFlags } from 'electron';
import { expect, it } from 'vitest';
import { textActions } from '#main/desktop/textActions.ts';

const editFlags: EditFlags = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const field = { isEditable: true, selectionText: 'portal', editFlags };
const enabled = (...args: Parameters<typeof textActions>) =>
  textActions(...args)
    .flat()
    .flatMap(({ action, isEnabled }) => (isEnabled ? [action] : []));

it('a field has what can be done in it, in groups', () => {
  const names = textActions(field, false).map((group) => group.map(({ action }) => action));
  expect(names).toEqual([['undo', 'redo'], ['cut', 'copy', 'paste'], ['selectAll']]);
  expect(enabled(field, false)).toEqual(['undo', 'cut', 'copy', 'paste', 'selectAll']);
});

it('a private key on the clipboard cannot be pasted', () => {
  expect(enabled(field, true)).toEqual(['undo', 'cut', 'copy', 'selectAll']);
});

it('the text of a hidden field cannot be copied', () => {
  const hidden = { ...field, editFlags: { ...editFlags, canCut: false, canCopy: false } };
  expect(enabled(hidden, false)).toEqual(['undo', 'paste', 'selectAll']);
});

it('a selected text outside of a field can only be copied', () => {
  const selected = { ...field, isEditable: false };
  expect(textActions(selected, false)).toEqual([[{ action: 'copy', isEnabled: true }]]);
});

it('what is no text has no menu', () => {
  expect(textActions({ ...field, isEditable: false, selectionText: ' ' }, false)).toEqual([]);
});
