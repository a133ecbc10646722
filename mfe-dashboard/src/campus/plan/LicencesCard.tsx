import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SchoolLicence, SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, ButtonLink, Heading, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { CampusesDialog } from './CampusesDialog.tsx';
import { licenceLabels, readOnlyLabel } from './planLabels.ts';

type LicencesCardProps = { plan: SchoolPlan; onEnterKey: (licence: SchoolLicence) => void };

export function LicencesCard({ plan, onEnterKey }: LicencesCardProps) {
  const [toPlace, setToPlace] = useState<SchoolLicence>();
  const columns: DataTableColumn<SchoolLicence>[] = [
    { id: 'name', header: t`Add-on`, cell: ({ name }) => <Text fontWeight="600">{name}</Text> },
    {
      id: 'state',
      header: t`State`,
      cell: (licence) =>
        licence.state === 'without-key' && plan.version === 'standalone' ? (
          <Button size="xs" variant="outline" onClick={() => onEnterKey(licence)}>
            {licenceLabels['without-key'].label}
          </Button>
        ) : (
          <StateBadge licence={licence} plan={plan} />
        ),
    },
    { id: 'from', header: t`From`, noWrap: true, cell: (licence) => formatDate(licence.valid_from) },
    { id: 'until', header: t`Until`, noWrap: true, cell: (licence) => (licence.valid_until ? formatDate(licence.valid_until) : t`No end`) },
    { id: 'covers', header: t`Covers`, cell: (licence) => <Coverage licence={licence} plan={plan} onChoose={() => setToPlace(licence)} /> },
    { id: 'order', header: t`Order`, noWrap: true, cell: (licence) => licence.order_number ?? t`By key` },
  ];
  return (
    <Box as="section" aria-labelledby="licences">
      <HStack justify="space-between" wrap="wrap" gap="3" mb="3">
        <Heading as="h2" size="md" id="licences">
          <Trans>Add-ons</Trans>
        </Heading>
        <HStack gap="2">
          <ButtonLink size="sm" variant="ghost" to="/dashboard/store/licences">
            <Trans>Licence keys</Trans>
          </ButtonLink>
          <ButtonLink size="sm" variant="outline" to="/store">
            <Trans>Add-on store</Trans>
          </ButtonLink>
        </HStack>
      </HStack>
      <RecordList
        label={t`Add-ons`}
        columns={columns}
        rows={plan.licences}
        rowLabel={({ name }) => name}
        empty={{ title: t`No add-ons yet`, text: t`Add-ons appear here once paid for, with the campuses and dates they cover.` }}
      />
      {toPlace && <CampusesDialog licence={toPlace} campuses={plan.campuses} onClose={() => setToPlace(undefined)} />}
    </Box>
  );
}

/** What is paid is read-only as long as the subscription does not run. */
function StateBadge({ licence, plan }: { licence: SchoolLicence; plan: SchoolPlan }) {
  const isRunning = plan.state === 'trial' || plan.state === 'active';
  const { label, color } = licence.state === 'valid' && !isRunning ? readOnlyLabel : licenceLabels[licence.state];
  return <Badge colorPalette={color}>{label}</Badge>;
}

type CoverageProps = { licence: SchoolLicence; plan: SchoolPlan; onChoose: () => void };

/** Where the licence holds. A school with more campuses than it paid for chooses them. */
function Coverage({ licence, plan, onChoose }: CoverageProps) {
  const names = plan.campuses.filter(({ id }) => licence.campus_ids?.includes(id)).map(({ name }) => name);
  if (plan.campuses.length <= licence.quantity) return <Trans>The whole school</Trans>;
  const isOpen = licence.state === 'valid' || licence.state === 'later' || licence.state === 'preparing';
  return (
    <HStack gap="2">
      {names.length > 0 ? names.join(', ') : <Trans>No campus yet</Trans>}
      {isOpen && (
        <Button size="xs" variant="outline" aria-label={t`Choose campuses for ${licence.name}`} onClick={onChoose}>
          {plural(licence.quantity, { one: 'Choose # campus', other: 'Choose # campuses' })}
        </Button>
      )}
    </HStack>
  );
}
