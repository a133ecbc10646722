import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Grid, Span, Text } from '@masomo/design-system';
import type { BankAccount } from '@masomo/data/store/checkout';
import { formatPrice } from '@masomo/domain/money';
import { formatDate } from '@masomo/domain/time';

type Props = {
  bank: BankAccount | undefined;
  reference: string;
  /** Whole shillings left to pay. */
  due: number;
  validUntil?: string | null;
};

/** Bank transfer instructions: amount, account and payment reference. */
export function BankInstructions({ bank, reference, due, validUntil }: Props) {
  const rows = [
    [t`Payment reference`, reference],
    [t`Amount`, formatPrice(due, 'KES', 1)],
    [t`Bank`, bank?.bankName],
    [t`Branch`, bank?.branch],
    [t`Account name`, bank?.accountName],
    [t`Account number`, bank?.accountNumber],
    ['SWIFT', bank?.swift],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <Box borderWidth="1px" borderRadius="lg" p="4" bg="bg.subtle">
      <Text fontWeight="600">
        <Trans>Pay by bank transfer</Trans>
      </Text>
      <Text fontSize="sm" color="fg.muted" mt="1">
        <Trans>Quote the payment reference, so that we recognise your payment. We confirm it by email when it arrives.</Trans>
        {validUntil
          ? ` ${t`These prices hold until ${formatDate(validUntil)}. Money that comes later, or after a price changed, buys days at the price of its day.`}`
          : bank?.validDays &&
            ` ${plural(bank.validDays, { one: 'These prices hold for # day.', other: 'These prices hold for # days.' })}`}
      </Text>
      <Grid as="dl" templateColumns="auto 1fr" columnGap="6" rowGap="1.5" mt="4">
        {rows.map(([term, value]) => (
          <Box key={term} display="contents">
            <Text as="dt" color="fg.muted">
              {term}
            </Text>
            <Box as="dd" m="0">
              <Span fontWeight="600" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
                {value}
              </Span>
            </Box>
          </Box>
        ))}
      </Grid>
    </Box>
  );
}
