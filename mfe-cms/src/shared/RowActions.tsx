import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react';
import { Button, HStack, IconButton } from '@masomo/design-system';

type RowActionsProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (up: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** Move, edit and delete for an entry of a list whose order visitors see. */
export function RowActions({ name, isFirst, isLast, onMove, onEdit, onDelete }: RowActionsProps) {
  return (
    <HStack justify="flex-end" gap="1">
      <IconButton size="xs" variant="ghost" aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(true)}>
        <ArrowUpIcon size={16} />
      </IconButton>
      <IconButton size="xs" variant="ghost" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(false)}>
        <ArrowDownIcon size={16} />
      </IconButton>
      <Button size="xs" variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button size="xs" variant="outline" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </HStack>
  );
}
