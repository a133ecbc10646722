import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { FeeCharge } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, Card, Heading, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import { formatShillings } from '../../shared/paymentLabels.ts';
import { CreditDialog } from './CreditDialog.tsx';
import { TwoLines } from './TwoLines.tsx';

/** What a student was charged for, each with its credit notes. */
export function ChargesCard({ charges }: { charges: readonly FeeCharge[] }) {
  const [toCredit, setToCredit] = useState<FeeCharge>();
  const columns: PlainColumn<FeeCharge>[] = [
    {
      id: 'fee',
      header: t`Fee`,
      cell: (charge) => <TwoLines first={charge.name} second={[charge.invoice_number, charge.class_name].filter(Boolean).join(' · ')} />,
    },
    { id: 'due', header: t`Due`, noWrap: true, cell: (charge) => formatDate(charge.due_on) },
    { id: 'amount', header: t`Amount`, align: 'end', cell: ({ amount }) => formatShillings(amount) },
    { id: 'credited', header: t`Credited`, align: 'end', cell: ({ credited }) => credited > 0 && formatShillings(credited) },
    {
      id: 'actions',
      header: t`Actions`,
      isHeaderHidden: true,
      align: 'end',
      cell: (charge) =>
        charge.credited < charge.amount ? (
          <Button size="xs" variant="ghost" aria-label={t`Credit ${charge.name}`} onClick={() => setToCredit(charge)}>
            <Trans>Credit</Trans>
          </Button>
        ) : (
          <Badge colorPalette="gray">
            <Trans>Credited</Trans>
          </Badge>
        ),
    },
  ];
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
          <PlainTable
            isStackedOnPhones
            labelledBy="charges"
            scrollLabel={t`Charges, scrolls`}
            columns={columns}
            rows={charges}
            rowKey={({ id }) => id}
          />
        )}
      </Card.Body>
      {toCredit && <CreditDialog charge={toCredit} onClose={() => setToCredit(undefined)} />}
    </Card.Root>
  );
}
