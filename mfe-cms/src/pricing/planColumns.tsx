import { plural, t } from '@lingui/core/macro';
import type { ManagedPlan } from '@masomo/data/store/managePlans';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { planUnit, unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Badge, Box, HStack, Text } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RowActions } from '../shared/RowActions.tsx';
import { versionLabels } from './entryFields.ts';
import { soldLabel } from './soldLabels.ts';

type PlanActions = {
  onSwitch: (plan: ManagedPlan) => void;
  onMove: (plan: ManagedPlan, up: boolean) => void;
  onEdit: (plan: ManagedPlan) => void;
  onDelete: (plan: ManagedPlan) => void;
  /** Whether a plan is the first (-1) or last (1) of its version. */
  isAtEnd: (plan: ManagedPlan, step: -1 | 1) => boolean;
};

/** The columns of the plan list. */
export function planColumns({ onSwitch, onMove, onEdit, onDelete, isAtEnd }: PlanActions): DataTableColumn<ManagedPlan>[] {
  return [
    {
      id: 'name',
      header: t`Plan`,
      cell: (plan) => (
        <Box>
          <HStack gap="2" flexWrap="wrap">
            <Text fontWeight="600">{plan.name}</Text>
            <Badge>{versionLabels[plan.category]}</Badge>
            {plan.badge && (
              <Badge colorPalette="accent" variant={plan.highlight ? 'solid' : 'subtle'}>
                {plan.badge}
              </Badge>
            )}
          </HStack>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {plan.description}
          </Text>
        </Box>
      ),
    },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      noWrap: true,
      cell: (plan) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(plan.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            {translate(unitLabel(planUnit(plan.period)))}
          </Text>
        </Box>
      ),
    },
    {
      id: 'students',
      header: t`Students`,
      align: 'end',
      noWrap: true,
      cell: (plan) => (plan.maxStudents === null ? t`No limit` : t`up to ${formatNumber(plan.maxStudents)}`),
    },
    {
      id: 'campuses',
      header: t`Campuses`,
      align: 'end',
      noWrap: true,
      cell: ({ maxCampuses }) => (maxCampuses === null ? t`No limit` : plural(maxCampuses, { one: 'only #', other: 'up to #' })),
    },
    { id: 'sold', header: t`Sold to`, noWrap: true, cell: (plan) => soldLabel(plan) || <Text color="fg.muted">–</Text> },
    {
      id: 'sale',
      header: t`On sale`,
      noWrap: true,
      cell: (plan) => (
        <SwitchField
          label={plan.isActive ? t`On sale` : t`Hidden`}
          aria-label={t`${plan.name} is on sale`}
          checked={plan.isActive}
          onChange={() => onSwitch(plan)}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (plan) => (
        <RowActions
          name={plan.name}
          isFirst={isAtEnd(plan, -1)}
          isLast={isAtEnd(plan, 1)}
          onMove={(up) => onMove(plan, up)}
          onEdit={() => onEdit(plan)}
          onDelete={() => onDelete(plan)}
        />
      ),
    },
  ];
}
