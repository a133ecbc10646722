import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockEdit } from './blockEntries.ts';
import { buttonIn, fieldIn, useFocusAfter } from '../../shared/useFocusAfter.ts';

/** The id of a block's element, and of the buttons that append one. */
export const blockElementId = (key: string) => `block-${key}`;
export const addBlockElementId = 'add-block';

type Options = { keys: readonly string[]; onEdit: (edit: BlockEdit) => void; nameOf: (key: string) => string };

/** Edits that add, move or remove blocks: focus follows the edit, and `announcement` tells screen readers what happened. */
export function useBlockCommands({ keys, onEdit, nameOf }: Options) {
  const focusAfter = useFocusAfter(keys.join(' '));
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ keys, nameOf });
  useEffect(() => void (latest.current = { keys, nameOf }));
  const editBlocks = useCallback(
    (edit: BlockEdit) => {
      const { keys: keysBefore, nameOf: nameOfBlock } = latest.current;
      if (edit.kind === 'insert') focusAfter(fieldIn(blockElementId(edit.entry.key)));
      if (edit.kind === 'duplicate') focusAfter(fieldIn(blockElementId(edit.as)));
      if (edit.kind === 'remove') {
        const index = keysBefore.indexOf(edit.key);
        const neighbour = keysBefore[index + 1] ?? keysBefore[index - 1];
        focusAfter(neighbour ? buttonIn(blockElementId(neighbour)) : buttonIn(addBlockElementId));
        setAnnouncement(t`${nameOfBlock(edit.key)} removed. Undo brings it back.`);
      }
      if (edit.kind === 'move') {
        const isUp = edit.to < keysBefore.indexOf(edit.key);
        const [same, opposite] = isUp ? [t`Move up`, t`Move down`] : [t`Move down`, t`Move up`];
        focusAfter(buttonIn(blockElementId(edit.key), same), buttonIn(blockElementId(edit.key), opposite));
        setAnnouncement(t`${nameOfBlock(edit.key)} at position ${edit.to + 1} of ${keysBefore.length}.`);
      }
      onEdit(edit);
    },
    [onEdit, focusAfter],
  );
  return { editBlocks, announcement };
}
