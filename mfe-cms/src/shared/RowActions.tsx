import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      <IconButton size="xs" variant="ghost" aria-label={t`Move ${name} up`} disabled={isFirst} onClick={() => onMove(true)}>
        <ArrowUpIcon size={16} />
      </IconButton>
      <IconButton size="xs" variant="ghost" aria-label={t`Move ${name} down`} disabled={isLast} onClick={() => onMove(false)}>
        <ArrowDownIcon size={16} />
      </IconButton>
      <Button size="xs" variant="outline" aria-label={t`Edit ${name}`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="xs" variant="outline" aria-label={t`Delete ${name}`} onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    </HStack>
  );
}
