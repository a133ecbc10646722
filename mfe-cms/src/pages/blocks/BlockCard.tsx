import { memo, useCallback, useMemo } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { Card, Stack, Text } from '@masomo/design-system';
import { blockProblems } from '@masomo/domain/blocks';
import { BlockToolbar } from './BlockToolbar.tsx';
import { blockSummary, type BlockEdit, type BlockEntry } from './blockEntries.ts';
import { blockForms, blockName } from './blockForms.ts';
import { BlockField } from './BlockField.tsx';
import { blockElementId } from './useBlockCommands.ts';
import { InViewContext, useInView } from './useInView.ts';

type BlockCardProps = {
  entry: BlockEntry;
  at: number;
  count: number;
  isFolded: boolean;
  onFold: (key: string) => void;
  onEdit: (edit: BlockEdit) => void;
};

/** One block: its fields, or its first words while it is folded; moved by its handle or its arrows. */
export const BlockCard = memo(function BlockCard({ entry, at, count, isFolded, onFold, onEdit }: BlockCardProps) {
  const { key, block } = entry;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: key });
  const { isSeen, watch } = useInView();
  const setCard = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      const end = watch(element);
      return () => {
        setNodeRef(null);
        end?.();
      };
    },
    [setNodeRef, watch],
  );
  const problems = useMemo(() => blockProblems(block), [block]);
  const fields = blockForms.find((form) => form.type === block.type)?.fields;
  const name = blockName(block.type);
  return (
    <Card.Root
      ref={setCard}
      role="group"
      aria-label={`${name}, block ${at + 1} of ${count}`}
      id={blockElementId(key)}
      tabIndex={-1}
      opacity={isDragging ? 0.6 : 1}
      zIndex={isDragging ? 1 : undefined}
      position="relative"
      // What is off the screen is neither laid out nor painted, nor looked through for what lies under the pointer.
      css={{ contentVisibility: 'auto', containIntrinsicSize: isFolded ? 'auto 4rem' : 'auto 24rem' }}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
    >
      <Card.Body gap="4" p="4">
        <BlockToolbar
          name={name}
          blockKey={key}
          at={at}
          isLast={at === count - 1}
          isFolded={isFolded}
          isReady={problems.length === 0}
          firstWords={isFolded ? blockSummary(block) : ''}
          setHandle={setActivatorNodeRef}
          attributes={attributes}
          listeners={listeners}
          onFold={onFold}
          onEdit={onEdit}
        />
        {!isFolded && (
          <Stack gap="4">
            {fields && block.type !== 'kept' ? (
              <InViewContext value={isSeen}>
                <BlockFields entry={entry} fields={fields} problems={problems} onEdit={onEdit} />
              </InViewContext>
            ) : (
              <Text fontSize="sm" color="fg.muted">
                {blockSummary(block)}
              </Text>
            )}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
});

type BlockFieldsProps = {
  entry: BlockEntry;
  fields: (typeof blockForms)[number]['fields'];
  problems: ReturnType<typeof blockProblems>;
  onEdit: (edit: BlockEdit) => void;
};

/** Stays as it is while blocks are dragged around it. */
const BlockFields = memo(function BlockFields({ entry: { key, block }, fields, problems, onEdit }: BlockFieldsProps) {
  const byPath = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  const isSiteQuestions = block.type === 'faq' && Boolean(block.category);
  const shown = isSiteQuestions ? fields.filter(({ name }) => name !== 'items') : fields;
  return shown.map((field) => (
    <BlockField
      key={field.name}
      field={field}
      values={block}
      problems={byPath}
      onChange={(change) => onEdit({ kind: 'change', key, change })}
    />
  ));
});
