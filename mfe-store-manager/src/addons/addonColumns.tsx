import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react';
import type { AddonFigures, ManagedAddon } from '@masomo/data/store/manageAddons';
import { formatMoney, kes } from '@masomo/domain/money';
import { AppLink, Badge, Box, Button, HStack, IconButton, Text } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { categoryLabels } from '../shared/categories.ts';

type AddonActions = {
  /** By feature; undefined until they are read. */
  figures: ReadonlyMap<string, AddonFigures> | undefined;
  onSwitch: (change: { id: string; isActive?: boolean; isPopular?: boolean; isReady?: boolean }) => void;
  onEdit: (addon: ManagedAddon) => void;
  onDelete: (addon: ManagedAddon) => void;
  onMove: (move: { id: string; up: boolean }) => void;
  /** Whether the add-on cannot move further; always true in a filtered list, whose order is not the store's. */
  isFirst: (addon: ManagedAddon) => boolean;
  isLast: (addon: ManagedAddon) => boolean;
};

function Use({ figures: { heldBy, usedBy, failures } }: { figures: AddonFigures }) {
  return (
    <Box fontSize="sm" whiteSpace="nowrap">
      <Text>{plural(heldBy, { one: '# school has it', other: '# schools have it' })}</Text>
      <Text color="fg.muted">{plural(usedBy, { one: '# used it this month', other: '# used it this month' })}</Text>
      {failures > 0 && (
        <AppLink to="/dashboard/releases" color="fg.error">
          {plural(failures, { one: '# failure in 14 days', other: '# failures in 14 days' })}
        </AppLink>
      )}
    </Box>
  );
}

/** Columns of the add-on list. */
export function addonColumns({
  figures,
  onSwitch,
  onEdit,
  onDelete,
  onMove,
  isFirst,
  isLast,
}: AddonActions): DataTableColumn<ManagedAddon>[] {
  return [
    {
      id: 'name',
      header: t`Add-on`,
      cell: (addon) => (
        <Box>
          <Text fontWeight="600">{addon.name}</Text>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {addon.description}
          </Text>
        </Box>
      ),
    },
    { id: 'category', header: t`Category`, cell: (addon) => <Badge>{categoryLabels[addon.category]}</Badge> },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      cell: (addon) => (
        <Text fontVariantNumeric="tabular-nums" fontWeight="600" whiteSpace="nowrap">
          {formatMoney(kes(addon.price))}
        </Text>
      ),
    },
    {
      id: 'use',
      header: t`Use`,
      cell: ({ feature }) => {
        const found = feature && figures?.get(feature);
        return found && <Use figures={found} />;
      },
    },
    {
      id: 'active',
      header: t`Active`,
      noWrap: true,
      cell: (addon) => (
        <SwitchField
          label={addon.isActive ? t`Active` : t`Inactive`}
          aria-label={t`${addon.name} is active`}
          checked={addon.isActive}
          onChange={() => onSwitch({ id: addon.id, isActive: !addon.isActive })}
        />
      ),
    },
    {
      id: 'ready',
      header: t`On sale`,
      noWrap: true,
      cell: (addon) => (
        <SwitchField
          label={addon.isReady ? t`On sale` : t`In preparation`}
          aria-label={t`${addon.name} is on sale`}
          checked={addon.isReady}
          onChange={() => onSwitch({ id: addon.id, isReady: !addon.isReady })}
        />
      ),
    },
    {
      id: 'popular',
      header: t`Popular`,
      noWrap: true,
      cell: (addon) => (
        <SwitchField
          label={t`Popular`}
          aria-label={t`${addon.name} is popular`}
          checked={addon.isPopular}
          onChange={() => onSwitch({ id: addon.id, isPopular: !addon.isPopular })}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (addon) => (
        <HStack justify="flex-end" gap="1">
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={t`Move ${addon.name} up`}
            disabled={isFirst(addon)}
            onClick={() => onMove({ id: addon.id, up: true })}
          >
            <ArrowUpIcon size={16} />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={t`Move ${addon.name} down`}
            disabled={isLast(addon)}
            onClick={() => onMove({ id: addon.id, up: false })}
          >
            <ArrowDownIcon size={16} />
          </IconButton>
          <Button size="xs" variant="outline" aria-label={t`Edit ${addon.name}`} onClick={() => onEdit(addon)}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="xs" variant="outline" aria-label={t`Delete ${addon.name}`} onClick={() => onDelete(addon)}>
            <Trans>Delete</Trans>
          </Button>
        </HStack>
      ),
    },
  ];
}
