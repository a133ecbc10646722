import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockEdit } from './blockEntries.ts';
import { buttonIn, fieldIn, useFocusAfter } from '../../shared/useFocusAfter.ts';

/** The element of a block, and the place where the next one is added. */
export const blockElementId = (key: string) => `block-${key}`;
export const addBlockElementId = 'add-block';

type Args = { keys: readonly string[]; onEdit: (edit: BlockEdit) => void; nameOf: (key: string) => string };

/** The steps that change which blocks there are: the keyboard goes on where the work goes on, and what happened is said aloud. */
export function useBlockCommands({ keys, onEdit, nameOf }: Args) {
  const focusAfter = useFocusAfter(keys.join(' '));
  const [said, setSaid] = useState('');
  const latest = useRef({ keys, nameOf });
  useEffect(() => void (latest.current = { keys, nameOf }));
  const step = useCallback(
    (edit: BlockEdit) => {
      const { keys: before, nameOf: names } = latest.current;
      if (edit.kind === 'insert') focusAfter(fieldIn(blockElementId(edit.entry.key)));
      if (edit.kind === 'duplicate') focusAfter(fieldIn(blockElementId(edit.as)));
      if (edit.kind === 'remove') {
        const at = before.indexOf(edit.key);
        const neighbour = before[at + 1] ?? before[at - 1];
        focusAfter(neighbour ? buttonIn(blockElementId(neighbour)) : buttonIn(addBlockElementId));
        setSaid(`${names(edit.key)} removed. Undo brings it back.`);
      }
      if (edit.kind === 'move') {
        const [way, back] = edit.to < before.indexOf(edit.key) ? ['Move up', 'Move down'] : ['Move down', 'Move up'];
        focusAfter(buttonIn(blockElementId(edit.key), way), buttonIn(blockElementId(edit.key), back));
        setSaid(`${names(edit.key)} at place ${edit.to + 1} of ${before.length}.`);
      }
      onEdit(edit);
    },
    [onEdit, focusAfter],
  );
  return { step, said };
}
