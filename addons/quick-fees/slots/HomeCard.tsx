import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listCashierTotals, quickFeeKeys } from '../data/quickFees.ts';
import { ButtonLink, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { formatShillings } from '../screens/shared/money.ts';
import { today } from '@masomo/remote/schoolDay';
import { useModule } from '@masomo/remote/useModule';
import { quickFeesHome, quickFeesFeature } from '../screens/shared/quickFeesHome.ts';

/** On the home screen: what was taken at the window today. */
export function HomeCard() {
  const { isReadOnly } = useModule(quickFeesFeature);
  const day = today();
  const { data, error } = useQuery(quickFeeKeys.totals(day), (db) => listCashierTotals(db, day));
  // A school may leave the window to administrators.
  if (error?.kind === 'not-allowed') return null;
  const receipts = data?.reduce((sum, row) => sum + row.receipts, 0) ?? 0;
  const amount = data?.reduce((sum, row) => sum + row.amount, 0) ?? 0;
  return (
    <Card.Root as="section" aria-label={t`Fees taken today`}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Fees taken today</Trans>
          </Heading>
          <ButtonLink to={isReadOnly ? `${quickFeesHome}/receipts` : quickFeesHome} size="sm" variant="outline">
            {isReadOnly ? t`Open` : t`Take fees`}
          </ButtonLink>
        </HStack>
        {data ? (
          <Text color="fg.muted">{t`${formatShillings(amount)} on ${plural(receipts, { one: '# receipt', other: '# receipts' })}.`}</Text>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
