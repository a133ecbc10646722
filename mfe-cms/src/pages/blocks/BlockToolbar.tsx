import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, GripVertical, Trash2 } from 'lucide-react';
import { Badge, HStack, IconButton, Spacer, Text } from '@masomo/design-system';
import { newId } from '@masomo/domain/secureContext';
import type { BlockEdit } from './blockEntries.ts';

type Sortable = ReturnType<typeof useSortable>;
type BlockToolbarProps = {
  name: string;
  blockKey: string;
  index: number;
  isLast: boolean;
  isFolded: boolean;
  isReady: boolean;
  summary: string;
  setHandle: Sortable['setActivatorNodeRef'];
  attributes: Sortable['attributes'];
  listeners: Sortable['listeners'];
  onFold: (key: string) => void;
  onEdit: (edit: BlockEdit) => void;
};

/** A block's name and actions; memoised, so that typing in the block does not re-render it. */
export const BlockToolbar = memo(function BlockToolbar({
  name,
  blockKey,
  index,
  isLast,
  isFolded,
  isReady,
  summary,
  setHandle,
  attributes,
  listeners,
  onFold,
  onEdit,
}: BlockToolbarProps) {
  return (
    <HStack gap="1" flexWrap="wrap">
      <IconButton
        ref={setHandle}
        size="xs"
        variant="ghost"
        cursor="grab"
        touchAction="none"
        {...attributes}
        {...listeners}
        aria-label={t`Drag ${name}`}
      >
        <GripVertical size={16} />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={isFolded ? t`Expand` : t`Collapse`}
        aria-expanded={!isFolded}
        onClick={() => onFold(blockKey)}
      >
        {isFolded ? <ChevronRight size={16} /> : <ChevronDown size={16} />}
      </IconButton>
      <Text fontWeight="600" fontSize="sm">
        {name}
      </Text>
      {!isReady && (
        <Badge colorPalette="yellow">
          <Trans>Not ready</Trans>
        </Badge>
      )}
      {isFolded && (
        <Text fontSize="sm" color="fg.muted" truncate flex="1" minW="0">
          {summary}
        </Text>
      )}
      <Spacer />
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={t`Move up`}
        disabled={index === 0}
        onClick={() => onEdit({ kind: 'move', key: blockKey, to: index - 1 })}
      >
        <ArrowUp size={16} />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={t`Move down`}
        disabled={isLast}
        onClick={() => onEdit({ kind: 'move', key: blockKey, to: index + 1 })}
      >
        <ArrowDown size={16} />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={t`Duplicate`}
        onClick={() => onEdit({ kind: 'duplicate', key: blockKey, as: newId() })}
      >
        <Copy size={16} />
      </IconButton>
      <IconButton size="xs" variant="ghost" aria-label={t`Remove`} onClick={() => onEdit({ kind: 'remove', key: blockKey })}>
        <Trash2 size={16} />
      </IconButton>
    </HStack>
  );
});
