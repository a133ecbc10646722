import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { Licence } from '@masomo/data/store/licences';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { DownloadKey } from './DownloadKey.tsx';
import { stateOf } from './licenceStates.ts';

/** Columns of the licence list. */
export const licenceColumns: DataTableColumn<Licence>[] = [
  {
    id: 'name',
    header: t`Add-on`,
    sortable: true,
    cell: (licence) => (
      <Box>
        <Text fontWeight="600">{licence.name}</Text>
        {licence.quantity > 1 && (
          <Text fontSize="sm" color="fg.muted">
            <Plural value={licence.quantity} one="# school or campus" other="# schools or campuses" />
          </Text>
        )}
      </Box>
    ),
  },
  {
    id: 'licence_key',
    header: t`Key`,
    cell: (licence) => (
      <Text fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
        {licence.key}
      </Text>
    ),
  },
  {
    id: 'state',
    header: t`State`,
    cell: (licence) => <Badge colorPalette={stateOf(licence).color}>{stateOf(licence).label}</Badge>,
  },
  { id: 'valid_until', header: t`Valid`, sortable: true, cell: validity },
  {
    id: 'order',
    header: t`Order`,
    cell: (licence) => <AppLink to={`/dashboard/store/orders?order=${licence.orderId}`}>{licence.orderNumber}</AppLink>,
  },
  {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (licence) => !licence.isRevoked && <DownloadKey licence={licence} />,
  },
];

function validity({ validFrom, validUntil }: Licence): string {
  return validUntil ? t`${formatDate(validFrom)} to ${formatDate(validUntil)}` : t`From ${formatDate(validFrom)}, no end date`;
}
