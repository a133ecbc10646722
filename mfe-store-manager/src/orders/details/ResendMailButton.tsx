import { t } from '@lingui/core/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { resendOrderMail } from '@masomo/data/store/orders';
import { Button, toaster } from '@masomo/design-system';

/** Resends the newest mail about the order, for a buyer who cannot find it or whose address was corrected. */
export function ResendMailButton({ id }: { id: string }) {
  const resend = useCommand(resendOrderMail, {
    invalidates: ['orders'],
    onSuccess: (address) => toaster.success({ title: t`Email sent to ${address}` }),
    onError: (error) => toaster.error(failureMessage(error, t`The email could not be sent again`)),
  });
  return (
    <Button size="sm" variant="outline" disabled={resend.isRunning} onClick={() => void resend.run(id)}>
      {resend.isRunning ? t`Sending...` : t`Resend email`}
    </Button>
  );
}
