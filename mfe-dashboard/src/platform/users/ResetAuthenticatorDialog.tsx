import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand } from '@masomo/data';
import { resetAuthenticator } from '@masomo/data/accounts/resetAuthenticator';
import type { Account } from '@masomo/data/people/people';
import { toaster } from '@masomo/design-system';
import { ReasonDialog } from '../../shared/ReasonDialog.tsx';

/** Helps somebody who lost their phone, at any school or at none. */
export function ResetAuthenticatorDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const reset = useCommand(resetAuthenticator, {
    invalidates: ['users', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`The authenticator app of ${account.email} was removed` });
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={t`Reset the authenticator app of ${account.email}?`}
      submitLabel={t`Reset`}
      question={t`Say why you are resetting it.`}
      isBusy={reset.isRunning}
      error={reset.error?.userMessage}
      onSubmit={(reason) => reset.run({ id: account.id, reason })}
      onClose={onClose}
    >
      <Trans>
        Make sure the request really comes from them: meet them, or call a number you know. Their app, recovery codes and trusted devices
        stop working and they are signed out everywhere. They are notified by email.
      </Trans>
    </ReasonDialog>
  );
}
