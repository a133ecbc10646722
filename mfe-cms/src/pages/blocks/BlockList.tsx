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

/** Above this many blocks a page opens folded: its order is seen at once. */
const maxUnfoldedBlocks = 12;

// New options with every key would make new sensors, and those draw every block anew.
const pointerOptions = { activationConstraint: { distance: 5 } };
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates };

type BlockListProps = { entries: readonly BlockEntry[]; onEdit: (edit: BlockEdit) => void };

/** The blocks of a page: write, move by hand or keyboard, fold, duplicate, remove, add anywhere. */
export function BlockList({ entries, onEdit }: BlockListProps) {
  const store = useBlockStore(entries);
  const [places, setPlaces] = useState(entries);
  const isSame =
    places.length === entries.length &&
    places.every(({ key, block }, at) => key === entries[at]?.key && block.type === entries[at].block.type);
  if (!isSame) setPlaces(entries);
  return <SortableBlocks places={isSame ? places : entries} store={store} onEdit={onEdit} />;
}

/** `places` say which blocks stand where; what is written in them is the store's. */
type SortableBlocksProps = { places: readonly BlockEntry[]; store: BlockStore; onEdit: (edit: BlockEdit) => void };

const SortableBlocks = memo(function Desk({ places, store, onEdit }: SortableBlocksProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(places.length > maxUnfoldedBlocks ? places.map(({ key }) => key) : []),
  );
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions));
  const keys = useMemo(() => places.map(({ key }) => key), [places]);
  const fold = useCallback(
    (key: string) =>
      setFolded((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  const areAllFolded = keys.length > 0 && keys.every((key) => folded.has(key));
  const say = (id: UniqueIdentifier) => `${blockName(places.find(({ key }) => key === id)?.block.type ?? 'kept')} block`;
  const { step, said } = useBlockCommands({ keys, onEdit, nameOf: say });
  const place = (id: UniqueIdentifier) => `place ${keys.indexOf(String(id)) + 1} of ${keys.length}`;

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onEdit({ kind: 'move', key: String(active.id), to: keys.indexOf(String(over.id)) });
  }

  return (
    <Stack gap="2">
      {keys.length === 0 && <Text color="fg.muted">This page has no content yet. Add its first block.</Text>}
      {keys.length > 1 && (
        <HStack justify="flex-end">
          <Button size="xs" variant="ghost" onClick={() => setFolded(new Set(areAllFolded ? [] : keys))}>
            {areAllFolded ? 'Unfold all' : 'Fold all'}
          </Button>
        </HStack>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: {
            draggable: 'Press space to lift the block, the arrow keys to move it, space to put it down, escape to leave it where it was.',
          },
          announcements: {
            onDragStart: ({ active }) => `${say(active.id)} lifted.`,
            onDragOver: ({ active, over }) => (over ? `${say(active.id)} over ${place(over.id)}.` : undefined),
            onDragEnd: ({ active, over }) => `${say(active.id)} put down${over ? ` at ${place(over.id)}` : ''}.`,
            onDragCancel: ({ active }) => `${say(active.id)} is where it was.`,
          },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          {places.map((entry, at) => (
            <BlockRow
              key={entry.key}
              start={entry}
              store={store}
              at={at}
              count={keys.length}
              isFolded={folded.has(entry.key)}
              onFold={fold}
              onEdit={step}
            />
          ))}
        </SortableContext>
      </DndContext>
      <AddBlock at={keys.length} isLast onEdit={step} />
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Stack>
  );
});

type BlockRowProps = Omit<ComponentProps<typeof BlockCard>, 'entry'> & { start: BlockEntry; store: BlockStore };

const BlockRow = memo(function BlockRow({ start, store, ...card }: BlockRowProps) {
  const entry = useSyncExternalStore(store.subscribe, () => store.get(start.key) ?? start);
  return (
    <Stack gap="2">
      <AddBlock at={card.at} onEdit={card.onEdit} />
      <BlockCard entry={entry} {...card} />
    </Stack>
  );
});
