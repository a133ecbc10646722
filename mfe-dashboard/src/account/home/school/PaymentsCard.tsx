import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, HStack, Stack, Text } from '@masomo/design-system';
import { formatShillings, paymentMethodLabel } from '../../../shared/paymentLabels.ts';
import { HomeCard } from '../HomeCard.tsx';

/** Payments as they arrive; the last first. */
export function PaymentsCard({ payments: { today, latest } }: { payments: NonNullable<SchoolHome['payments']> }) {
  return (
    <HomeCard
      id="payments"
      title={t`Payments: ${formatShillings(today)} today`}
      link={{ to: '/dashboard/finances/payments', label: t`All payments` }}
    >
      {latest.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No payment yet.</Trans>
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="0">
        {latest.map(({ id, student_id: studentId, student, amount, method, receipt, at }) => (
          <HStack as="li" key={id} gap="3" minH="10" py="1" textStyle="sm" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
            <Stack gap="0" flex="1" minW="0">
              <AppLink to={`/dashboard/finances/${studentId}`} fontWeight="500" overflowWrap="anywhere">
                {student}
              </AppLink>
              <Text textStyle="xs" color="fg.muted">
                {paymentMethodLabel(method)} · {receipt} · <time dateTime={at}>{formatDateTime(at)}</time>
              </Text>
            </Stack>
            <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
              {formatShillings(amount)}
            </Text>
          </HStack>
        ))}
      </Stack>
    </HomeCard>
  );
}
