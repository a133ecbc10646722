import { t } from '@lingui/core/macro';
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
  index: number;
  count: number;
  isFolded: boolean;
  onFold: (key: string) => void;
  onEdit: (edit: BlockEdit) => void;
};

/** One block: its fields, or a summary while it is folded; moved by its handle or its arrows. */
export const BlockCard = memo(function BlockCard({ entry, index, count, isFolded, onFold, onEdit }: BlockCardProps) {
  const { key, block } = entry;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
    attributes: { roleDescription: t`sortable` },
  });
  const { isInView, observe } = useInView();
  const setCard = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      const stopObserving = observe(element);
      return () => {
        setNodeRef(null);
        stopObserving?.();
      };
    },
    [setNodeRef, observe],
  );
  const problems = useMemo(() => blockProblems(block), [block]);
  const fields = blockForms.find((form) => form.type === block.type)?.fields;
  const name = blockName(block.type);
  return (
    <Card.Root
      ref={setCard}
      role="group"
      aria-label={t`${name}, block ${index + 1} of ${count}`}
      id={blockElementId(key)}
      tabIndex={-1}
      opacity={isDragging ? 0.6 : 1}
      zIndex={isDragging ? 1 : undefined}
      position="relative"
      // Blocks outside the viewport cost neither layout nor paint, nor hit testing.
      css={{ contentVisibility: 'auto', containIntrinsicSize: isFolded ? 'auto 4rem' : 'auto 24rem' }}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
    >
      <Card.Body gap="4" p="4">
        <BlockToolbar
          name={name}
          blockKey={key}
          index={index}
          isLast={index === count - 1}
          isFolded={isFolded}
          isReady={problems.length === 0}
          summary={isFolded ? blockSummary(block) : ''}
          setHandle={setActivatorNodeRef}
          attributes={attributes}
          listeners={listeners}
          onFold={onFold}
          onEdit={onEdit}
        />
        {!isFolded && (
          <Stack gap="4">
            {fields && block.type !== 'unknown' ? (
              <InViewContext value={isInView}>
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

/** Memoised: not re-rendered while blocks are dragged around it. */
const BlockFields = memo(function BlockFields({ entry: { key, block }, fields, problems, onEdit }: BlockFieldsProps) {
  const byPath = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  const isSiteQuestions = block.type === 'faq' && Boolean(block.category);
  const shownFields = isSiteQuestions ? fields.filter(({ name }) => name !== 'items') : fields;
  return shownFields.map((field) => (
    <BlockField
      key={field.name}
      field={field}
      values={block}
      problems={byPath}
      onChange={(change) => onEdit({ kind: 'change', key, change })}
    />
  ));
});
