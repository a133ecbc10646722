import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SchoolLicence, SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, ButtonLink, Card, EmptyState, Heading, HStack, Table } from '@masomo/design-system';
import { CampusesDialog } from './CampusesDialog.tsx';
import { licenceLabels, readOnlyLabel } from './planLabels.ts';

export function LicencesCard({ plan }: { plan: SchoolPlan }) {
  const [toPlace, setToPlace] = useState<SchoolLicence>();
  return (
    <Card.Root as="section" aria-labelledby="licences">
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
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
      </Card.Header>
      <Card.Body>
        {plan.licences.length === 0 ? (
          <EmptyState title={t`No add-ons yet`}>
            <Trans>Add-ons appear here once paid for, with the campuses and dates they cover.</Trans>
          </EmptyState>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label={t`Add-ons, scrolls`}>
            <Table.Root size="sm" aria-label={t`Add-ons`}>
              <Table.Header>
                <Table.Row>
                  {[t`Add-on`, t`State`, t`From`, t`Until`, t`Covers`, t`Order`].map((name) => (
                    <Table.ColumnHeader key={name}>{name}</Table.ColumnHeader>
                  ))}
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {plan.licences.map((licence) => (
                  <Table.Row key={licence.id}>
                    <Table.Cell fontWeight="600">{licence.name}</Table.Cell>
                    <Table.Cell>
                      <StateBadge licence={licence} plan={plan} />
                    </Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{formatDate(licence.valid_from)}</Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{licence.valid_until ? formatDate(licence.valid_until) : t`No end`}</Table.Cell>
                    <Table.Cell>
                      <Coverage licence={licence} plan={plan} onChoose={() => setToPlace(licence)} />
                    </Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{licence.order_number ?? t`By key`}</Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Table.ScrollArea>
        )}
      </Card.Body>
      {toPlace && <CampusesDialog licence={toPlace} campuses={plan.campuses} onClose={() => setToPlace(undefined)} />}
    </Card.Root>
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
  const isOpen = licence.state === 'valid' || licence.state === 'later';
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
