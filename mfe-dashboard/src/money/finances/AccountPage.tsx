import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement, type AccountStatement, type FeePayment } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, Card, ErrorState, Heading, SimpleGrid, SkeletonText, Stack, Table, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { Slot } from '@masomo/remote/Slot';
import { ChargesCard } from './ChargesCard.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';
import { formatBalance, formatShillings, paymentMethodLabel } from '../../shared/paymentLabels.ts';
import { ReceiptButton } from '../../shared/pdf/ReceiptButton.tsx';
import { StatementButton } from '../../shared/pdf/StatementButton.tsx';

export function AccountPage() {
  const { id = '' } = useParams();
  const { data: account, error, reload } = useQuery(feeKeys.statement(id), (db) => getStatement(db, id));
  const [isPaying, setIsPaying] = useState(false);
  const back = (
    <AppLink to="/dashboard/finances" color="accent.fg">
      <Trans>All balances</Trans>
    </AppLink>
  );
  if (error && !account)
    return (
      <>
        <PageHeader title={t`Account`} description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!account)
    return (
      <>
        <PageHeader title={t`Account`} description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const { student } = account;
  return (
    <>
      <PageHeader
        title={t`Account of ${student.name}`}
        description={
          <Stack gap="1">
            <span>
              {student.admission_number} · {student.class_name ?? t`No class`} ·{' '}
              <AppLink to={`/dashboard/students/${student.id}`} color="accent.fg">
                <Trans>View student</Trans>
              </AppLink>
            </span>
            {back}
          </Stack>
        }
        actions={
          <>
            <StatementButton account={account} />
            <Button size="sm" onClick={() => setIsPaying(true)}>
              <Trans>Record payment</Trans>
            </Button>
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
          <StatCard label={t`Charged`} value={formatShillings(account.charged)} />
          <StatCard label={t`Paid`} value={formatShillings(account.paid)} />
          <StatCard label={account.balance < 0 ? t`In credit` : t`Balance`} value={formatShillings(Math.abs(account.balance))} />
        </SimpleGrid>
        <Payments account={account} />
        <ChargesCard charges={account.charges} />
        <Ledger account={account} />
      </Stack>
      {isPaying && (
        <PaymentDialog payer={{ id: student.id, student: student.name, balance: account.balance }} onClose={() => setIsPaying(false)} />
      )}
    </>
  );
}

function Payments({ account }: { account: AccountStatement }) {
  const { payments } = account;
  const [toReverse, setToReverse] = useState<FeePayment>();
  return (
    <Card.Root as="section" aria-labelledby="payments">
      <Card.Header>
        <Heading as="h2" size="md" id="payments">
          <Trans>Payments</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {payments.length === 0 ? (
          <Text color="fg.muted">
            <Trans>No payments yet.</Trans>
          </Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label={t`Payments, scrolls`}>
            <Table.Root size="sm" aria-labelledby="payments">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>
                    <Trans>Receipt</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Paid on</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Method</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Recorded by</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Amount</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader aria-label={t`Actions`} />
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {payments.map((payment) => (
                  <Table.Row key={payment.id}>
                    <Table.Cell fontWeight="600" whiteSpace="nowrap">
                      {payment.receipt_number}
                    </Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{formatDate(payment.paid_on)}</Table.Cell>
                    <Table.Cell>
                      {paymentMethodLabel(payment.method)}
                      {payment.reference && ` ${payment.reference}`}
                    </Table.Cell>
                    <Table.Cell>{payment.recorded_by || t`Unknown`}</Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {formatShillings(payment.amount)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {payment.is_reversed ? (
                        <Badge colorPalette="gray">
                          <Trans>Reversed</Trans>
                        </Badge>
                      ) : (
                        <>
                          <ReceiptButton account={account} payment={payment} />
                          <Slot name="receipt/actions" context={{ paymentId: payment.id }} />
                          <Button
                            size="xs"
                            variant="ghost"
                            aria-label={t`Reverse ${payment.receipt_number}`}
                            onClick={() => setToReverse(payment)}
                          >
                            <Trans>Reverse</Trans>
                          </Button>
                        </>
                      )}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Table.ScrollArea>
        )}
      </Card.Body>
      {toReverse && <ReversalDialog payment={toReverse} onClose={() => setToReverse(undefined)} />}
    </Card.Root>
  );
}

const lineText = (line: AccountStatement['lines'][number]) =>
  line.kind === 'charge'
    ? line.text
    : line.kind === 'credit'
      ? t`Credit for ${line.text}`
      : line.kind === 'payment'
        ? t`Payment: ${paymentMethodLabel(line.text)}`
        : t`Payment reversed: ${line.text}`;

function Ledger({ account }: { account: AccountStatement }) {
  return (
    <Card.Root as="section" aria-labelledby="ledger">
      <Card.Header>
        <Heading as="h2" size="md" id="ledger">
          <Trans>Statement</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {account.lines.length === 0 ? (
          <Text color="fg.muted">
            <Trans>No charges yet. Fees appear here once a term is billed.</Trans>
          </Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label={t`Statement, scrolls`}>
            <Table.Root size="sm" aria-labelledby="ledger">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>
                    <Trans>Date</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Description</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader>
                    <Trans>Number</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Charged</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Paid</Trans>
                  </Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">
                    <Trans>Balance</Trans>
                  </Table.ColumnHeader>
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {account.lines.map((line, index) => (
                  <Table.Row key={index}>
                    <Table.Cell whiteSpace="nowrap">{formatDate(line.day)}</Table.Cell>
                    <Table.Cell>{lineText(line)}</Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{line.reference}</Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {line.charged !== 0 && formatShillings(line.charged)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {line.paid !== 0 && formatShillings(line.paid)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap" fontWeight="600">
                      {formatBalance(line.balance)}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Table.ScrollArea>
        )}
      </Card.Body>
    </Card.Root>
  );
}
