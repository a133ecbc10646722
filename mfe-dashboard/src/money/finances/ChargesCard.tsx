import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { FeeCharge } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, Card, Heading, Table, Text } from '@masomo/design-system';
import { formatShillings } from '../../shared/paymentLabels.ts';
import { CreditDialog } from './CreditDialog.tsx';

/** What a student was charged for, each with its credit notes. */
export function ChargesCard({ charges }: { charges: readonly FeeCharge[] }) {
  const [toCredit, setToCredit] = useState<FeeCharge>();
  return (
    <Card.Root as="section" aria-labelledby="charges">
      <Card.Header>
        <Heading as="h2" size="md" id="charges">
          <Trans>Charges</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {charges.length === 0 ? (
          <Text color="fg.muted">
            <Trans>No charges yet. Fees appear here once a term is billed.</Trans>
          </Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label={t`Charges, scrolls`}>
            <Table.Root size="sm" aria-labelledby="charges">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>
                    <Trans>Fee</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Invoice</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Due</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Amount</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Credited</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader aria-label={t`Actions`} />
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {charges.map((charge) => (
                  <Table.Row key={charge.id}>
                    <Table.Cell>
                      <Text fontWeight="600">{charge.name}</Text>
                      {charge.class_name && (
                        <Text fontSize="sm" color="fg.muted">
                          {charge.class_name}
                        </Text>
                      )}
                    </Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{charge.invoice_number}</Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{formatDate(charge.due_on)}</Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {formatShillings(charge.amount)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {charge.credited > 0 && formatShillings(charge.credited)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {charge.credited < charge.amount ? (
                        <Button size="xs" variant="ghost" aria-label={t`Credit ${charge.name}`} onClick={() => setToCredit(charge)}>
                          <Trans>Credit</Trans>
                        </Button>
                      ) : (
                        <Badge colorPalette="gray">
                          <Trans>Credited</Trans>
                        </Badge>
                      )}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Table.ScrollArea>
        )}
      </Card.Body>
      {toCredit && <CreditDialog charge={toCredit} onClose={() => setToCredit(undefined)} />}
    </Card.Root>
  );
}
