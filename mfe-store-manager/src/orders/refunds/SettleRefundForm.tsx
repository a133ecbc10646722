import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { retryRefund, settleRefund, withdrawRefund } from '@masomo/data/store/orderPayments';
import { Button, toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

type Props = { refundId: string; canRetry: boolean; canWithdraw: boolean };

/** Records a refund that was transferred, sends one again that the provider refused, or gives it up. */
export function SettleRefundForm({ refundId, canRetry, canWithdraw }: Props) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const settle = useCommand(settleRefund, { invalidates: ['orders'], onSuccess: () => toaster.success({ title: t`Refund completed` }) });
  const retry = useCommand(retryRefund, {
    invalidates: ['orders'],
    onSuccess: () => toaster.success({ title: t`Refund sent again` }),
  });
  const withdraw = useCommand(withdrawRefund, {
    invalidates: ['orders'],
    onSuccess: () => toaster.success({ title: t`Refund withdrawn` }),
  });
  if (isWithdrawing)
    return (
      <ReasonForm
        key="withdraw"
        name={t`Withdraw the refund`}
        label={t`Why the money stays`}
        submitLabel={t`Withdraw the refund`}
        isBusy={withdraw.isRunning}
        error={withdraw.error}
        onSubmit={(reason) => void withdraw.run({ refundId, reason })}
      >
        <Button size="xs" variant="ghost" onClick={() => setIsWithdrawing(false)}>
          <Trans>Back</Trans>
        </Button>
      </ReasonForm>
    );
  return (
    <ReasonForm
      key="settle"
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
      {canWithdraw && (
        <Button size="xs" variant="ghost" onClick={() => setIsWithdrawing(true)}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </ReasonForm>
  );
}
