import { t } from '@lingui/core/macro';
import { useCommand } from '@masomo/data';
import { acceptPayment } from '@masomo/data/store/orderPayments';
import { toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** Accepts a payment whose amount differs from the requested one. */
export function AcceptPaymentForm({ paymentId }: { paymentId: string }) {
  const accept = useCommand(acceptPayment, {
    invalidates: ['orders'],
    onSuccess: () => toaster.success({ title: t`Payment accepted for its order` }),
  });
  return (
    <ReasonForm
      name={t`Accept the payment`}
      label={t`Reason for accepting it`}
      submitLabel={t`Accept for this order`}
      isBusy={accept.isRunning}
      error={accept.error}
      onSubmit={(reason) => void accept.run({ paymentId, reason })}
    />
  );
}
