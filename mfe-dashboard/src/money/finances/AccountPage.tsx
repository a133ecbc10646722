import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement, type AccountStatement, type FeePayment } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, Card, ErrorState, Heading, SimpleGrid, SkeletonText, Stack, Table, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { PaymentDialog } from './PaymentDialog.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';
import { paymentMethodLabel, formatShillings } from '../../shared/paymentLabels.ts';
import { ReceiptButton } from '../../shared/pdf/ReceiptButton.tsx';
import { StatementButton } from '../../shared/pdf/StatementButton.tsx';

export function AccountPage() {
  const { id = '' } = useParams();
  const { data: account, error, reload } = useQuery(feeKeys.statement(id), (db) => getStatement(db, id));
  const [isPaying, setIsPaying] = useState(false);
  const back = (
    <AppLink to="/dashboard/finances" color="accent.fg">
      All balances
    </AppLink>
  );
  if (error && !account)
    return (
      <>
        <PageHeader title="Account" description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!account)
    return (
      <>
        <PageHeader title="Account" description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const { student } = account;
  return (
    <>
      <PageHeader
        title={`Account of ${student.name}`}
        description={
          <Stack gap="1">
            <span>
              {student.admission_number} · {student.class_name ?? 'in no class'} ·{' '}
              <AppLink to={`/dashboard/students/${student.id}`} color="accent.fg">
                Open the student
              </AppLink>
            </span>
            {back}
          </Stack>
        }
        actions={
          <>
            <StatementButton account={account} />
            <Button size="sm" onClick={() => setIsPaying(true)}>
              Record payment
            </Button>
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
          <StatCard label="Charged" value={formatShillings(account.charged)} />
          <StatCard label="Paid" value={formatShillings(account.paid)} />
          <StatCard label={account.balance < 0 ? 'Paid ahead' : 'Balance'} value={formatShillings(Math.abs(account.balance))} />
        </SimpleGrid>
        <Payments account={account} />
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
          Payments
        </Heading>
      </Card.Header>
      <Card.Body>
        {payments.length === 0 ? (
          <Text color="fg.muted">Nothing was paid yet.</Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label="Payments, scrolls">
            <Table.Root size="sm" aria-labelledby="payments">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>Receipt</Table.ColumnHeader>
                  <Table.ColumnHeader>Paid on</Table.ColumnHeader>
                  <Table.ColumnHeader>How</Table.ColumnHeader>
                  <Table.ColumnHeader>Recorded by</Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">Amount</Table.ColumnHeader>
                  <Table.ColumnHeader aria-label="Actions" />
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
                    <Table.Cell>{payment.recorded_by || 'Not known'}</Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {formatShillings(payment.amount)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {payment.is_reversed ? (
                        <Badge colorPalette="gray">Reversed</Badge>
                      ) : (
                        <>
                          <ReceiptButton account={account} payment={payment} />
                          <Button
                            size="xs"
                            variant="ghost"
                            aria-label={`Reverse ${payment.receipt_number}`}
                            onClick={() => setToReverse(payment)}
                          >
                            Reverse
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
    : line.kind === 'payment'
      ? `Payment, ${paymentMethodLabel(line.text)}`
      : `Payment reversed: ${line.text}`;

function Ledger({ account }: { account: AccountStatement }) {
  return (
    <Card.Root as="section" aria-labelledby="ledger">
      <Card.Header>
        <Heading as="h2" size="md" id="ledger">
          Statement
        </Heading>
      </Card.Header>
      <Card.Body>
        {account.lines.length === 0 ? (
          <Text color="fg.muted">Nothing was charged yet. Fees appear here once a term is billed.</Text>
        ) : (
          <Table.ScrollArea tabIndex={0} role="region" aria-label="Statement, scrolls">
            <Table.Root size="sm" aria-labelledby="ledger">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>Day</Table.ColumnHeader>
                  <Table.ColumnHeader>What</Table.ColumnHeader>
                  <Table.ColumnHeader>Number</Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">Charged</Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">Paid</Table.ColumnHeader>
                  <Table.ColumnHeader textAlign="end">Balance</Table.ColumnHeader>
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {account.lines.map((line, index) => (
                  <Table.Row key={index}>
                    <Table.Cell whiteSpace="nowrap">{formatDate(line.day)}</Table.Cell>
                    <Table.Cell>{lineText(line)}</Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{line.reference}</Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {line.charged > 0 && formatShillings(line.charged)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap">
                      {line.paid !== 0 && formatShillings(line.paid)}
                    </Table.Cell>
                    <Table.Cell textAlign="end" whiteSpace="nowrap" fontWeight="600">
                      {formatShillings(line.balance)}
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
