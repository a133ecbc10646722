import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import {
  auditActions,
  auditEntities,
  listAuditedTables,
  listAuditEntries,
  platformConsoleKeys,
  schoolAuditEntities,
  type AuditEntry,
} from '@masomo/data/platform/platformConsole';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { AppLink, Box, Stack, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { auditSentence } from './auditSentences.ts';
import { actionLabel, changeText, entityLabel, type NamedTable } from './auditLabels.ts';

const columnsWith = (ofModules: readonly NamedTable[]): DataTableColumn<AuditEntry>[] => [
  { id: 'at', header: t`Date`, sortable: true, noWrap: true, cell: (entry) => formatDateTimeWithSeconds(entry.at) },
  {
    id: 'actor',
    header: t`User`,
    cell: (entry) => (
      <Box>
        <Text fontWeight="600">{entry.actor || t`System`}</Text>
        {entry.actorEmail && entry.actorEmail !== entry.actor && (
          <Text fontSize="sm" color="fg.muted">
            {entry.actorEmail}
          </Text>
        )}
      </Box>
    ),
  },
  {
    id: 'action',
    header: t`Action`,
    cell: (entry) => auditSentence(entry, ofModules),
  },
  {
    id: 'change',
    header: t`Details`,
    cell: (entry) => (
      <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
        {(changeText(entry) || !entry.reason) && <Text lineClamp={{ base: 'none', md: 3 }}>{changeText(entry) || t`No details`}</Text>}
        {entry.reason && (
          <Text>
            <Trans>Reason: {entry.reason}</Trans>
          </Text>
        )}
      </Box>
    ),
  },
  { id: 'student', header: t`Student`, cell: (entry) => entry.student || t`None` },
  { id: 'school', header: t`School`, cell: (entry) => entry.school || t`None` },
];

export function AuditPage() {
  const [entity, setEntity] = useState('');
  const [action, setAction] = useState('');
  const isPlatform = useIsAllowed('user:read');
  // The log is read also while their names are on their way.
  const { data: ofModules = [] } = useQuery(platformConsoleKeys.auditedTables(), listAuditedTables);
  const columns = columnsWith(ofModules);
  return (
    <ListScreen
      title={t`Activity log`}
      description={
        <Stack gap="1">
          <Trans>A permanent record of who changed what, and when.</Trans>
          <AppLink to={isPlatform ? '/dashboard/users' : '/dashboard/school'} color="accent.fg">
            {isPlatform ? t`All users` : t`School`}
          </AppLink>
        </Stack>
      }
      search={t`Search people, students or schools`}
      searchHint={t`Search the log`}
      columns={isPlatform ? columns : columns.filter(({ id }) => id !== 'school')}
      sort={{ column: 'at', descending: true }}
      export={{
        name: t`Activity log`,
        columns: [
          { title: t`Date`, value: (entry) => entry.at, as: 'time' },
          { title: t`User`, value: (entry) => entry.actor },
          { title: t`Email`, value: (entry) => entry.actorEmail },
          { title: t`Action`, value: (entry) => actionLabel(entry.action) },
          { title: t`Item`, value: (entry) => entityLabel(entry.entity, ofModules) },
          { title: t`ID`, value: (entry) => entry.entityId },
          { title: t`Details`, value: (entry) => changeText(entry) },
          { title: t`Reason`, value: (entry) => entry.reason },
          { title: t`Student`, value: (entry) => entry.student },
          { title: t`School`, value: (entry) => entry.school },
        ],
      }}
      keyOf={(filter) => platformConsoleKeys.audit({ ...filter, entity, action })}
      query={(db, filter) => listAuditEntries(db, { ...filter, entity, action })}
      filterKey={`${entity}${action}`}
      empty={{ title: t`Nothing yet`, text: t`Changes appear here as they are made.` }}
      filters={
        <>
          <FilterSelect
            label={t`Item`}
            options={[
              { value: '', label: t`All items` },
              ...(isPlatform ? auditEntities : schoolAuditEntities).map((value) => ({ value, label: entityLabel(value) })),
              ...ofModules.map(({ entity: value, label }) => ({ value, label })),
            ]}
            value={entity}
            onValueChange={setEntity}
          />
          <FilterSelect
            label={t`Action`}
            options={[{ value: '', label: t`All actions` }, ...auditActions.map((value) => ({ value, label: actionLabel(value) }))]}
            value={action}
            onValueChange={setAction}
          />
        </>
      }
    />
  );
}
