import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement } from '@masomo/data/money/fees';
import type { AccountStatement } from '@masomo/domain/feePapers';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatSignedNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Box, Stack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { ReceiptButton } from '../../../shared/pdf/ReceiptButton.tsx';
import { StatementButton } from '../../../shared/pdf/StatementButton.tsx';
import { WholeNumbers } from '../../../shared/WholeNumbers.tsx';
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
            <PlainTable
              labelledBy="fees"
              scrollLabel={t`School fees, scrolls`}
              columns={[
                { id: 'text', header: t`Description`, cell: (line) => <LineText line={line} account={account} /> },
                { id: 'amount', header: t`KES`, align: 'end', cell: (line) => formatSignedNumber(line.charged - line.paid) },
              ]}
              rows={lines.slice(-shownLineCount).reverse()}
              rowKey={(line) => `${line.day} ${line.kind} ${line.reference} ${line.text}`}
            />
          )}
          {lines.length > 0 && <StatementButton size="xs" student={account.student} />}
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
function LineText({ line, account }: { line: AccountStatement['lines'][number]; account: Omit<AccountStatement, 'lines'> }) {
  const payment =
    line.kind === 'payment'
      ? account.payments.find(({ receipt_number: number, is_reversed: isReversed }) => number === line.reference && !isReversed)
      : undefined;
  return (
    <>
      <Text fontWeight="550">
        <WholeNumbers>
          {line.kind === 'charge'
            ? line.text
            : line.kind === 'credit'
              ? t`Credit for ${line.text}`
              : line.kind === 'payment'
                ? t`Payment ${line.reference}`
                : t`Payment ${line.reference} reversed`}
        </WholeNumbers>
      </Text>
      <Text fontSize="sm" color="fg.muted">
        {formatDate(line.day)}
        {payment && <ReceiptButton account={account} payment={payment} />}
      </Text>
    </>
  );
}
