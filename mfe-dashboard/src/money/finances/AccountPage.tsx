import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement, type FeePayment } from '@masomo/data/money/fees';
import type { AccountStatement } from '@masomo/domain/feePapers';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, Card, ErrorState, Heading, HStack, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { Slot } from '@masomo/remote/Slot';
import { ChargesCard } from './ChargesCard.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';
import { TwoLines } from './TwoLines.tsx';
import { formatShillings, listedBalance, paymentMethodLabel, shillingUnit } from '../../shared/paymentLabels.ts';
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
            <StatementButton student={student} />
            <Button size="sm" onClick={() => setIsPaying(true)}>
              <Trans>Record payment</Trans>
            </Button>
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 2, sm: 3 }} gap="4">
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
  const columns: PlainColumn<FeePayment>[] = [
    {
      id: 'receipt',
      header: t`Receipt`,
      cell: (payment) => (
        <>
          <TwoLines first={payment.receipt_number} second={`${formatDate(payment.paid_on)} · ${payment.recorded_by || t`Unknown`}`} />
          <Text hideFrom="md" fontSize="sm" color="fg.muted" whiteSpace="normal">
            {[paymentMethodLabel(payment.method), payment.reference].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'method',
      header: t`Method`,
      css: beside,
      cell: ({ method, reference }) => <TwoLines first={paymentMethodLabel(method)} second={reference} />,
    },
    { id: 'amount', header: t`Amount`, align: 'end', cell: ({ amount }) => formatShillings(amount) },
    {
      id: 'actions',
      header: t`Actions`,
      isHeaderHidden: true,
      align: 'end',
      cell: (payment) =>
        payment.is_reversed ? (
          <Badge colorPalette="gray">
            <Trans>Reversed</Trans>
          </Badge>
        ) : (
          <>
            <ReceiptButton account={account} payment={payment} />
            <Slot name="receipt/actions" context={{ paymentId: payment.id }} />
            <Button size="xs" variant="ghost" aria-label={t`Reverse ${payment.receipt_number}`} onClick={() => setToReverse(payment)}>
              <Trans>Reverse</Trans>
            </Button>
          </>
        ),
    },
  ];
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
          <PlainTable
            isStackedOnPhones
            labelledBy="payments"
            scrollLabel={t`Payments, scrolls`}
            columns={columns}
            rows={payments}
            rowKey={({ id }) => id}
          />
        )}
      </Card.Body>
      {toReverse && <ReversalDialog payment={toReverse} onClose={() => setToReverse(undefined)} />}
    </Card.Root>
  );
}

const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatNumber(amount)}`;

/** A phone has the amount in view without these; it shows what they say elsewhere in the row. */
const beside = { display: { base: 'none', md: 'table-cell' } } as const;
const onPhone = { display: { md: 'none' } } as const;

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
        <HStack gap="2">
          <Heading as="h2" size="md" id="ledger">
            <Trans>Statement</Trans>
          </Heading>
          <Text textStyle="xs" color="fg.muted" translate="no">
            {shillingUnit}
          </Text>
        </HStack>
      </Card.Header>
      <Card.Body>
        {account.lines.length === 0 ? (
          <Text color="fg.muted">
            <Trans>No charges yet. Fees appear here once a term is billed.</Trans>
          </Text>
        ) : (
          <PlainTable
            labelledBy="ledger"
            scrollLabel={t`Statement, scrolls`}
            columns={ledgerColumns}
            rows={account.lines}
            rowKey={(_, index) => index}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}

// The head of the card has the unit, so that a phone shows the balance without scrolling.
const ledgerColumns: PlainColumn<AccountStatement['lines'][number]>[] = [
  {
    id: 'text',
    header: t`Description`,
    cell: (line) => <TwoLines first={lineText(line)} second={[formatDate(line.day), line.reference].filter(Boolean).join(' · ')} />,
  },
  { id: 'change', header: t`Amount`, align: 'end', css: onPhone, cell: ({ charged, paid }) => signed(charged - paid) },
  { id: 'charged', header: t`Charged`, align: 'end', css: beside, cell: ({ charged }) => charged !== 0 && formatNumber(charged) },
  { id: 'paid', header: t`Paid`, align: 'end', css: beside, cell: ({ paid }) => paid !== 0 && formatNumber(paid) },
  { id: 'balance', header: t`Balance`, align: 'end', cell: ({ balance }) => <Text fontWeight="600">{listedBalance(balance)}</Text> },
];
