import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { reopenOrder } from '@masomo/data/store/orders';
import { Button, Stack } from '@masomo/design-system';
import { FormError, TextField } from '@masomo/design-system/forms';

/** Reopens a locked order with a reason, which the timeline records. */
export function ReopenOrderForm({ id }: { id: string }) {
  const [reason, setReason] = useState('');
  const reopen = useCommand(reopenOrder, { invalidates: ['orders'] });
  return (
    <Stack gap="3">
      <TextField
        label={t`Reason to reopen`}
        required
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError>{reopen.error?.userMessage}</FormError>
      <Button
        alignSelf="flex-start"
        variant="outline"
        disabled={reason.trim() === '' || reopen.isRunning}
        onClick={() => void reopen.run({ id, reason })}
      >
        <Trans>Reopen order</Trans>
      </Button>
    </Stack>
  );
}
