import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { assignUnmatchedPayment, dismissUnmatchedPayment } from '@masomo/data/store/orderPayments';
import { Button, toaster } from '@masomo/design-system';
import { ReasonForm } from '../../shared/ReasonForm.tsx';

/** Assigns a payment that matched no order to one, or dismisses it with a reason. */
export function UnmatchedPaymentForm({ eventId, onDone }: { eventId: string; onDone: () => void }) {
  const [isDismissing, setIsDismissing] = useState(false);
  const done = (title: string) => () => {
    toaster.success({ title });
    onDone();
  };
  const assign = useCommand(assignUnmatchedPayment, { invalidates: ['orders'], onSuccess: done(t`Payment matched to the order`) });
  const dismiss = useCommand(dismissUnmatchedPayment, { invalidates: ['orders'], onSuccess: done(t`Set aside`) });
  const switchMode = (
    <Button size="xs" variant="ghost" onClick={() => setIsDismissing(!isDismissing)}>
      {isDismissing ? t`Match it to an order` : t`Not for an order`}
    </Button>
  );
  return isDismissing ? (
    <ReasonForm
      key="dismiss"
      name={t`Set aside`}
      label={t`Reason for setting it aside`}
      submitLabel={t`Set aside`}
      isBusy={dismiss.isRunning}
      error={dismiss.error}
      onSubmit={(reason) => void dismiss.run({ eventId, reason })}
    >
      {switchMode}
    </ReasonForm>
  ) : (
    <ReasonForm
      key="assign"
      name={t`Match to an order`}
      label={t`Order number`}
      submitLabel={t`Match to this order`}
      isBusy={assign.isRunning}
      error={assign.error}
      onSubmit={(orderNumber) => void assign.run({ eventId, orderNumber })}
    >
      {switchMode}
    </ReasonForm>
  );
}
