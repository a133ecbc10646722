import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement, type AccountStatement } from '@masomo/data/money/fees';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatSignedNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Box, Stack, Table, Text } from '@masomo/design-system';
import { ReceiptButton } from '../../../shared/pdf/ReceiptButton.tsx';
import { StatementButton } from '../../../shared/pdf/StatementButton.tsx';
import { StudentCard } from './StudentCard.tsx';

const shownLineCount = 8;

export function FeesCard({ studentId }: { studentId: string }) {
  const query = useQuery(feeKeys.statement(studentId), (db) => getStatement(db, studentId));
  return (
    <StudentCard id="fees" title={t`School fees`} query={query}>
      {({ lines, ...account }) => (
        <Stack gap="3" align="start">
          <Balance balance={account.balance} />
          {account.balance > 0 && account.school.payment_instructions && (
            <Box w="full" bg="bg.muted" borderRadius="md" px="4" py="3">
              <Text fontSize="sm" fontWeight="600">
                <Trans>How to pay</Trans>
              </Text>
              <Text fontSize="sm" whiteSpace="pre-wrap">
                {account.school.payment_instructions}
              </Text>
              <Text fontSize="sm" mt="2">
                <Trans>
                  Admission number of {account.student.name}: <strong>{account.student.admission_number}</strong>
                </Trans>
              </Text>
            </Box>
          )}
          {lines.length > 0 && (
            <Table.ScrollArea w="full" tabIndex={0} role="region" aria-label={t`School fees, scrolls`}>
              <Table.Root size="sm" aria-labelledby="fees">
                <Table.Header>
                  <Table.Row>
                    <Table.ColumnHeader>
                      <Trans>Description</Trans>
                    </Table.ColumnHeader>
                    <Table.ColumnHeader textAlign="end">
                      <Trans>KES</Trans>
                    </Table.ColumnHeader>
                  </Table.Row>
                </Table.Header>
                <Table.Body>
                  {lines
                    .slice(-shownLineCount)
                    .reverse()
                    .map((line) => (
                      <AccountLine key={`${line.day} ${line.kind} ${line.reference} ${line.text}`} line={line} account={account} />
                    ))}
                </Table.Body>
              </Table.Root>
            </Table.ScrollArea>
          )}
          {lines.length > 0 && <StatementButton size="xs" account={{ ...account, lines }} />}
        </Stack>
      )}
    </StudentCard>
  );
}

function Balance({ balance }: { balance: number }) {
  if (balance === 0)
    return (
      <Text>
        <Trans>Everything is paid.</Trans>
      </Text>
    );
  const amount = formatMoney(kes(Math.abs(balance)));
  return (
    <Text>
      {balance > 0 ? (
        <Trans>
          <strong>{amount}</strong> to pay
        </Trans>
      ) : (
        <Trans>
          <strong>{amount}</strong> in credit
        </Trans>
      )}
    </Text>
  );
}

/** A payment that was not reversed has its receipt. */
function AccountLine({ line, account }: { line: AccountStatement['lines'][number]; account: Omit<AccountStatement, 'lines'> }) {
  const payment =
    line.kind === 'payment'
      ? account.payments.find(({ receipt_number: number, is_reversed: isReversed }) => number === line.reference && !isReversed)
      : undefined;
  return (
    <Table.Row>
      <Table.Cell>
        <Text fontWeight="550">
          {line.kind === 'charge'
            ? line.text
            : line.kind === 'credit'
              ? t`Credit for ${line.text}`
              : line.kind === 'payment'
                ? t`Payment ${line.reference}`
                : t`Payment ${line.reference} reversed`}
        </Text>
        <Text fontSize="sm" color="fg.muted">
          {formatDate(line.day)}
          {payment && <ReceiptButton account={account} payment={payment} />}
        </Text>
      </Table.Cell>
      <Table.Cell textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {formatSignedNumber(line.charged - line.paid)}
      </Table.Cell>
    </Table.Row>
  );
}
