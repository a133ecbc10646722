import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useCallback, useMemo, useState, useSyncExternalStore, type ComponentProps } from 'react';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, HStack, Stack, Text, VisuallyHidden } from '@masomo/design-system';
import { AddBlock } from './AddBlock.tsx';
import { BlockCard } from './BlockCard.tsx';
import type { BlockEdit, BlockEntry } from './blockEntries.ts';
import { blockName } from './blockForms.ts';
import { useBlockCommands } from './useBlockCommands.ts';
import { useBlockStore, type BlockStore } from './useBlockStore.ts';

/** A page with more blocks opens folded, so that its order fits the screen. */
const maxUnfoldedBlocks = 12;

// Constants: new options would create new sensors with every key, and those re-render every block.
const pointerOptions = { activationConstraint: { distance: 5 } };
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates };

type BlockListProps = { entries: readonly BlockEntry[]; onEdit: (edit: BlockEdit) => void };

/** The blocks of a page: edit, drag, move by keyboard, fold, duplicate, remove, insert. */
export function BlockList({ entries, onEdit }: BlockListProps) {
  const store = useBlockStore(entries);
  const [order, setOrder] = useState(entries);
  const isSameOrder =
    order.length === entries.length &&
    order.every(({ key, block }, index) => key === entries[index]?.key && block.type === entries[index].block.type);
  if (!isSameOrder) setOrder(entries);
  return <SortableBlocks entries={isSameOrder ? order : entries} store={store} onEdit={onEdit} />;
}

/** `entries` give the order of the blocks; their current content comes from the store. */
type SortableBlocksProps = { entries: readonly BlockEntry[]; store: BlockStore; onEdit: (edit: BlockEdit) => void };

const SortableBlocks = memo(function SortableBlocks({ entries, store, onEdit }: SortableBlocksProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(entries.length > maxUnfoldedBlocks ? entries.map(({ key }) => key) : []),
  );
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions));
  const keys = useMemo(() => entries.map(({ key }) => key), [entries]);
  const toggleFold = useCallback(
    (key: string) =>
      setFolded((previous) => {
        const next = new Set(previous);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  const areAllFolded = keys.length > 0 && keys.every((key) => folded.has(key));
  const nameOf = (id: UniqueIdentifier) => t`${blockName(entries.find(({ key }) => key === id)?.block.type ?? 'unknown')} block`;
  const { editBlocks, announcement } = useBlockCommands({ keys, onEdit, nameOf });
  const positionOf = (id: UniqueIdentifier) => t`position ${keys.indexOf(String(id)) + 1} of ${keys.length}`;

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onEdit({ kind: 'move', key: String(active.id), to: keys.indexOf(String(over.id)) });
  }

  return (
    <Stack gap="2">
      {keys.length === 0 && (
        <Text color="fg.muted">
          <Trans>This page has no content yet. Add its first block.</Trans>
        </Text>
      )}
      {keys.length > 1 && (
        <HStack justify="flex-end">
          <Button size="xs" variant="ghost" onClick={() => setFolded(new Set(areAllFolded ? [] : keys))}>
            {areAllFolded ? t`Expand all` : t`Collapse all`}
          </Button>
        </HStack>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={handleDragEnd}
        accessibility={{
          screenReaderInstructions: {
            draggable: t`Press space to pick up the block, the arrow keys to move it, space to drop it, escape to cancel.`,
          },
          announcements: {
            onDragStart: ({ active }) => t`${nameOf(active.id)} picked up.`,
            onDragOver: ({ active, over }) => (over ? t`${nameOf(active.id)} over ${positionOf(over.id)}.` : undefined),
            onDragEnd: ({ active, over }) =>
              over ? t`${nameOf(active.id)} dropped at ${positionOf(over.id)}.` : t`${nameOf(active.id)} dropped.`,
            onDragCancel: ({ active }) => t`Move cancelled: ${nameOf(active.id)}.`,
          },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          {entries.map((entry, index) => (
            <BlockRow
              key={entry.key}
              initialEntry={entry}
              store={store}
              index={index}
              count={keys.length}
              isFolded={folded.has(entry.key)}
              onFold={toggleFold}
              onEdit={editBlocks}
            />
          ))}
        </SortableContext>
      </DndContext>
      <AddBlock index={keys.length} isLast onEdit={editBlocks} />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </Stack>
  );
});

type BlockRowProps = Omit<ComponentProps<typeof BlockCard>, 'entry'> & { initialEntry: BlockEntry; store: BlockStore };

const BlockRow = memo(function BlockRow({ initialEntry, store, ...card }: BlockRowProps) {
  const entry = useSyncExternalStore(store.subscribe, () => store.get(initialEntry.key) ?? initialEntry);
  return (
    <Stack gap="2">
      <AddBlock index={card.index} onEdit={card.onEdit} />
      <BlockCard entry={entry} {...card} />
    </Stack>
  );
});
