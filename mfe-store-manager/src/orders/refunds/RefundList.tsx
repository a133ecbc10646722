import { t } from '@lingui/core/macro';
import { Allowed } from '@masomo/auth';
import type { OrderPayment, RefundStatus } from '@masomo/data/store/orderPayments';
import { formatMoney, shillings } from '@masomo/domain/money';
import { translate } from '@masomo/i18n';
import { Box, Text } from '@masomo/design-system';
import { SettleRefundForm } from './SettleRefundForm.tsx';

const refundStatusLabels: Record<RefundStatus, string> = {
  requested: t`Refund requested`,
  sent: t`Sent to the provider`,
  done: t`Refunded`,
  failed: t`Refused`,
  manual: t`Awaiting your transfer`,
  withdrawn: t`Withdrawn`,
};

/** Refunds of a payment; those that no provider is working on, or whose answer was lost, are settled here. */
export function RefundList({ payment }: { payment: OrderPayment }) {
  return payment.refunds.map((refund) => (
    <Box key={refund.id} fontSize="sm" ps="4" borderStartWidth="2px">
      <Text>
        {refundStatusLabels[refund.status]}: {formatMoney(shillings(refund.amount))}
        {refund.reference ? t`, reference ${refund.reference}` : ''}
      </Text>
      <Text color="fg.muted">{refund.reason}</Text>
      {refund.error && <Text color="fg.error">{translate(refund.error)}</Text>}
      {(refund.status === 'failed' || refund.status === 'manual' || refund.status === 'sent') && (
        <Allowed to="payment:refund">
          <SettleRefundForm
            refundId={refund.id}
            canRetry={refund.status === 'failed' && payment.method !== 'bank'}
            canWithdraw={refund.status !== 'sent'}
          />
        </Allowed>
      )}
    </Box>
  ));
}
