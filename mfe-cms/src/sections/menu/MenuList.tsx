import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
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
import { Box, Button, Stack, Text, VisuallyHidden } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import type { StoredMenu } from '@masomo/domain/siteMenu';
import { buttonIn, useFocusAfter } from '../../shared/useFocusAfter.ts';
import { useItemKeys } from '../../shared/useItemKeys.ts';
import { entriesAt, isGroup, mostEntries, withMoved, type MenuListPath, type MenuPlace } from './menuPlaces.ts';
import { MenuRow } from './MenuRow.tsx';

const pointerOptions = { activationConstraint: { distance: 5 } };
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates };

type MenuListProps = {
  list: MenuListPath;
  label: string;
  menu: StoredMenu;
  problems: Readonly<Record<string, string>>;
  isReachable: (target: string) => boolean;
  onChange: (path: string, next: unknown) => void;
  onEdit: (place: MenuPlace) => void;
};

/** One list of the menu: add, edit, remove, and order by drag, by keyboard or step by step. */
export function MenuList({ list, label, ...shared }: MenuListProps) {
  const { menu, problems, onChange, onEdit } = shared;
  const entries = entriesAt(menu, list);
  const { keys, moveKey, removeKey } = useItemKeys(entries.length);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfter(keys.join(' '));
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions));
  const nameOf = (index: number) => entries[index]?.label || t`New entry`;
  const nameOfKey = (id: UniqueIdentifier) => nameOf(keys.indexOf(String(id)));
  const positionOf = (id: UniqueIdentifier) => t`position ${keys.indexOf(String(id)) + 1} of ${keys.length}`;

  function move(from: number, to: number) {
    moveKey(from, to);
    onChange(list, withMoved(entries, from, to));
    setAnnouncement(t`${nameOf(from)} at position ${to + 1} of ${entries.length}.`);
  }
  function step(index: number, to: number) {
    const name = nameOf(index);
    const labels = [t`Move ${name} up`, t`Move ${name} down`];
    focusAfter(...(to < index ? labels : labels.toReversed()).map((button) => buttonIn(`menu-${keys[index]}`, button)));
    move(index, to);
  }
  function remove(index: number) {
    const neighbour = keys[index + 1] ?? keys[index - 1];
    focusAfter(buttonIn(neighbour ? `menu-${neighbour}` : `menu-add-${list}`));
    setAnnouncement(t`${nameOf(index)} removed.`);
    removeKey(index);
    onChange(
      list,
      entries.filter((_, other) => other !== index),
    );
  }
  const isFull = entries.length >= mostEntries(list);

  return (
    <Stack gap="2" minW="0">
      <FormError>{problems[list]}</FormError>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }: DragEndEvent) => {
          if (over && over.id !== active.id) move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
        }}
        accessibility={{
          screenReaderInstructions: {
            draggable: t`Press space to pick up the entry, the arrow keys to move it, space to drop it, escape to cancel.`,
          },
          announcements: {
            onDragStart: ({ active }) => t`${nameOfKey(active.id)} picked up.`,
            onDragOver: ({ active, over }) => (over ? t`${nameOfKey(active.id)} over ${positionOf(over.id)}.` : undefined),
            onDragEnd: ({ active, over }) =>
              over ? t`${nameOfKey(active.id)} dropped at ${positionOf(over.id)}.` : t`${nameOfKey(active.id)} dropped.`,
            onDragCancel: ({ active }) => t`Move cancelled: ${nameOfKey(active.id)}.`,
          },
        }}
      >
        <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
          <Stack as="ol" aria-label={label} listStyleType="none" gap="1">
            {entries.map((entry, index) => (
              <MenuRow
                key={keys[index]}
                id={keys[index] ?? ''}
                entry={entry}
                path={`${list}.${index}`}
                isFirst={index === 0}
                isLast={index === entries.length - 1}
                problems={problems}
                isReachable={shared.isReachable}
                onStep={(up) => step(index, up ? index - 1 : index + 1)}
                onEdit={() => onEdit({ list, index })}
                onRemove={() => remove(index)}
              >
                {isGroup(list, entry) && <MenuList list={`${list}.${index}.links`} label={t`Entries below ${nameOf(index)}`} {...shared} />}
              </MenuRow>
            ))}
          </Stack>
        </SortableContext>
      </DndContext>
      <Box id={`menu-add-${list}`}>
        {isFull ? (
          <Text fontSize="sm" color="fg.muted">
            <Trans>{mostEntries(list)} entries at most.</Trans>
          </Text>
        ) : (
          <Button size="xs" variant="ghost" onClick={() => onEdit({ list, index: entries.length })}>
            {list === 'footer' ? t`Add group` : list === 'header' ? t`Add entry` : t`Add entry below`}
          </Button>
        )}
      </Box>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </Stack>
  );
}
