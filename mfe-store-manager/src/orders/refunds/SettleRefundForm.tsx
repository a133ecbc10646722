import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand } from '@masomo/data';
import { retryRefund, settleRefund } from '@masomo/data/store/orderPayments';
import { Button, toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** Records a refund that was transferred by hand, or retries one the provider refused. */
export function SettleRefundForm({ refundId, canRetry }: { refundId: string; canRetry: boolean }) {
  const settle = useCommand(settleRefund, { invalidates: ['orders'], onSuccess: () => toaster.success({ title: t`Refund completed` }) });
  const retry = useCommand(retryRefund, {
    invalidates: ['orders'],
    onSuccess: () => toaster.success({ title: t`Refund sent again` }),
  });
  return (
    <ReasonForm
      name={t`Refund by hand`}
      label={t`Reference of your transfer`}
      submitLabel={t`Mark as refunded`}
      isBusy={settle.isRunning}
      error={settle.error ?? retry.error}
      onSubmit={(reference) => void settle.run({ refundId, reference })}
    >
      {canRetry && (
        <Button size="xs" variant="outline" disabled={retry.isRunning} onClick={() => void retry.run(refundId)}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </ReasonForm>
  );
}
