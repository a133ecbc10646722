import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockEdit } from './blockEntries.ts';
import { buttonIn, fieldIn, useFocusAfter } from '../../shared/useFocusAfter.ts';

/** The element of a block, and the place where the next one is added. */
export const blockId = (key: string) => `block-${key}`;
export const addBlockId = 'add-block';

type Args = { keys: readonly string[]; onEdit: (edit: BlockEdit) => void; nameOf: (key: string) => string };

/** The steps that change which blocks there are: the keyboard goes on where the work goes on, and what happened is said aloud. */
export function useBlockSteps({ keys, onEdit, nameOf }: Args) {
  const focusAfter = useFocusAfter(keys.join(' '));
  const [said, setSaid] = useState('');
  const latest = useRef({ keys, nameOf });
  useEffect(() => void (latest.current = { keys, nameOf }));
  const step = useCallback(
    (edit: BlockEdit) => {
      const { keys: before, nameOf: names } = latest.current;
      if (edit.kind === 'insert') focusAfter(fieldIn(blockId(edit.entry.key)));
      if (edit.kind === 'duplicate') focusAfter(fieldIn(blockId(edit.as)));
      if (edit.kind === 'remove') {
        const at = before.indexOf(edit.key);
        const neighbour = before[at + 1] ?? before[at - 1];
        focusAfter(neighbour ? buttonIn(blockId(neighbour)) : buttonIn(addBlockId));
        setSaid(`${names(edit.key)} removed. Undo brings it back.`);
      }
      if (edit.kind === 'move') {
        const [way, back] = edit.to < before.indexOf(edit.key) ? ['Move up', 'Move down'] : ['Move down', 'Move up'];
        focusAfter(buttonIn(blockId(edit.key), way), buttonIn(blockId(edit.key), back));
        setSaid(`${names(edit.key)} at place ${edit.to + 1} of ${before.length}.`);
      }
      onEdit(edit);
    },
    [onEdit, focusAfter],
  );
  return { step, said };
}
