import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import {
  listManagedServices,
  managedServiceKeys,
  moveService,
  switchService,
  type ManagedService,
} from '@masomo/data/store/manageServices';
import { formatMoney, kes } from '@masomo/domain/money';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList, type ShownList } from '@masomo/remote/RecordList';
import { RowActions } from '../shared/RowActions.tsx';
import { useListParams } from '../shared/useListParams.ts';
import { versionLabels } from './entryFields.ts';
import { ServiceDialog } from './ServiceDialog.tsx';
import { removalLabel, soldLabel } from './soldLabels.ts';
import { usePriceRemoval } from './useRemoval.ts';

const failed = (title: string) => ({
  invalidates: ['services', 'price-book'],
  onError: (failure: DataError) => {
    toaster.error(failureMessage(failure, title));
  },
});

/** The services, in the order of the pricing page. */
export function ServicesTab() {
  const params = useListParams();
  const [edited, setEdited] = useState<ManagedService | 'new' | undefined>(params.isNew ? 'new' : undefined);
  const flip = useCommand(switchService, { ...failed(t`The service was not changed`), isQueued: true });
  const move = useCommand(moveService, { ...failed(t`The service was not moved`), isQueued: true });
  const removal = usePriceRemoval<ManagedService>('service');
  const columnsOf = ({ isFirst, isLast }: ShownList<ManagedService>): DataTableColumn<ManagedService>[] => [
    {
      id: 'name',
      header: t`Service`,
      cell: (service) => (
        <Box>
          <HStack gap="2">
            <Text fontWeight="600">{service.name}</Text>
            <Badge>{versionLabels[service.category]}</Badge>
          </HStack>
          <Text fontSize="sm" color="fg.muted" lineClamp="2">
            {service.description}
          </Text>
        </Box>
      ),
    },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      noWrap: true,
      cell: (service) => (
        <Box fontVariantNumeric="tabular-nums">
          <Text fontWeight="600">{formatMoney(kes(service.price))}</Text>
          <Text fontSize="sm" color="fg.muted">
            {translate(unitLabel(service.unit))}
          </Text>
        </Box>
      ),
    },
    { id: 'sold', header: t`Sold to`, noWrap: true, cell: (service) => soldLabel(service) || <Text color="fg.muted">–</Text> },
    {
      id: 'sale',
      header: t`On sale`,
      noWrap: true,
      cell: (service) => (
        <SwitchField
          label={service.isActive ? t`On sale` : t`Hidden`}
          aria-label={t`${service.name} is on sale`}
          checked={service.isActive}
          onChange={() => void flip.run({ id: service.id, isActive: !service.isActive })}
        />
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (service) => (
        <RowActions
          name={service.name}
          onMove={(up) => void move.run({ id: service.id, up })}
          onEdit={() => setEdited(service)}
          onDelete={() => removal.ask(service)}
          isFirst={isFirst(service)}
          isLast={isLast(service)}
        />
      ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Services`}
        initialSearch={params.search}
        search={t`Search services`}
        searchHint={t`Search services...`}
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>New service</Trans>
          </Button>
        }
        columns={columnsOf}
        pageSize={25}
        keyOf={managedServiceKeys.list}
        query={listManagedServices}
        rowLabel={(service) => service.name}
        onOpen={setEdited}
        empty={{ title: t`No services found`, text: t`Create the first service to list it on the pricing page.` }}
        noMatches={{ title: t`No services found`, text: t`Try another search.` }}
      />
      {edited && <ServiceDialog service={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={removal.toDelete !== undefined}
        title={t`Are you sure you want to delete this service?`}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={removal.isRunning}
        body={removal.toDelete && removalLabel(removal.toDelete)}
        onConfirm={removal.confirm}
        onClose={removal.cancel}
      />
    </>
  );
}
