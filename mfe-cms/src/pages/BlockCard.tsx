import { memo, useMemo } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, GripVertical, Trash2 } from 'lucide-react';
import { Badge, Card, HStack, IconButton, Spacer, Stack, Text } from '@masomo/design-system';
import { blockProblems } from '@masomo/domain/blocks';
import { firstWordsOf, type BlockEdit, type BlockEntry } from './blockEntries.ts';
import { blockForms, blockName } from './blockForms.ts';
import { FieldOfBlock } from './FieldOfBlock.tsx';
import { blockId } from './useBlockSteps.ts';

type BlockCardProps = { entry: BlockEntry; at: number; count: number; isFolded: boolean; onFold: (key: string) => void; onEdit: (edit: BlockEdit) => void };

/** One block: its fields, or its first words while it is folded; moved by its handle or its arrows. */
export const BlockCard = memo(function BlockCard({ entry, at, count, isFolded, onFold, onEdit }: BlockCardProps) {
  const { key, block } = entry;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: key });
  const problems = useMemo(() => blockProblems(block), [block]);
  const fields = blockForms.find((form) => form.type === block.type)?.fields;
  const name = blockName(block.type);
  return (
    <Card.Root
      ref={setNodeRef} role="group" aria-label={`${name}, block ${at + 1} of ${count}`} id={blockId(key)} tabIndex={-1} opacity={isDragging ? 0.6 : 1} zIndex={isDragging ? 1 : undefined} position="relative"
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
    >
      <Card.Body gap="4" p="4">
        <HStack gap="1" flexWrap="wrap">
          <IconButton ref={setActivatorNodeRef} size="xs" variant="ghost" cursor="grab" touchAction="none" {...attributes} {...listeners} aria-label={`Drag ${name}`}><GripVertical size={16} /></IconButton>
          <IconButton size="xs" variant="ghost" aria-label={isFolded ? 'Unfold' : 'Fold'} aria-expanded={!isFolded} onClick={() => onFold(key)}>{isFolded ? <ChevronRight size={16} /> : <ChevronDown size={16} />}</IconButton>
          <Text fontWeight="600" fontSize="sm">{name}</Text>
          {problems.length > 0 && <Badge colorPalette="yellow">Not ready</Badge>}
          {isFolded && <Text fontSize="sm" color="fg.muted" truncate flex="1" minW="0">{firstWordsOf(block)}</Text>}
          <Spacer />
          <IconButton size="xs" variant="ghost" aria-label="Move up" disabled={at === 0} onClick={() => onEdit({ kind: 'move', key, to: at - 1 })}><ArrowUp size={16} /></IconButton>
          <IconButton size="xs" variant="ghost" aria-label="Move down" disabled={at === count - 1} onClick={() => onEdit({ kind: 'move', key, to: at + 1 })}><ArrowDown size={16} /></IconButton>
          <IconButton size="xs" variant="ghost" aria-label="Duplicate" onClick={() => onEdit({ kind: 'duplicate', key, as: crypto.randomUUID() })}><Copy size={16} /></IconButton>
          <IconButton size="xs" variant="ghost" aria-label="Remove" onClick={() => onEdit({ kind: 'remove', key })}><Trash2 size={16} /></IconButton>
        </HStack>
        {!isFolded && (
          // What is off the screen is neither laid out nor painted; the small margin keeps the marks of focus whole.
          <Stack gap="4" p="1" m="-1" css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 20rem' }}>
            {fields && block.type !== 'kept'
              ? <BlockFields entry={entry} fields={fields} problems={problems} onEdit={onEdit} />
              : <Text fontSize="sm" color="fg.muted">{firstWordsOf(block)}</Text>}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
});

type BlockFieldsProps = { entry: BlockEntry; fields: (typeof blockForms)[number]['fields']; problems: ReturnType<typeof blockProblems>; onEdit: (edit: BlockEdit) => void };

/** Stays as it is while blocks are dragged around it. */
const BlockFields = memo(function BlockFields({ entry: { key, block }, fields, problems, onEdit }: BlockFieldsProps) {
  const byPath = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  const isSiteQuestions = block.type === 'faq' && Boolean(block.category);
  const shown = isSiteQuestions ? fields.filter(({ name }) => name !== 'items') : fields;
  return shown.map((field) => <FieldOfBlock key={field.name} field={field} values={block} problems={byPath} onChange={(change) => onEdit({ kind: 'change', key, change })} />);
});
