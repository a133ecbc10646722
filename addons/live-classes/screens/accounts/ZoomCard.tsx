import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { toaster } from '@masomo/design-system';
import { PasswordField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Account } from '../../data/live.ts';
import { connectZoom } from '../shared/serverActions.ts';
import { AccountCard } from './AccountCard.tsx';

type ZoomCardProps = { account: Account | undefined; canChange: boolean; onDisconnect: (id: string) => void };

/** The school's account at Zoom. Its keys are tried before they are kept. */
export function ZoomCard({ account, canChange, onDisconnect }: ZoomCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AccountCard
        title={t`The school’s Zoom account`}
        account={account}
        text={t`Each teacher who holds lessons by Zoom is a user of this account, with the address that they sign in with here.`}
        connectLabel={t`Connect Zoom`}
        isBusy={false}
        canChange={canChange}
        onConnect={() => setIsOpen(true)}
        onDisconnect={onDisconnect}
      />
      {isOpen && <ZoomDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const fieldsSchema = z.object({
  accountId: z
    .string()
    .trim()
    .min(1, t`Enter the account ID.`),
  clientId: z
    .string()
    .trim()
    .min(1, t`Enter the client ID.`),
  clientSecret: z
    .string()
    .trim()
    .min(1, t`Enter the client secret.`),
});

function ZoomDialog({ onClose }: { onClose: () => void }) {
  const connect = useCommand(connectZoom, {
    invalidates: ['live-classes'],
    onSuccess: () => {
      toaster.success({ title: t`Zoom is connected` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(fieldsSchema), defaultValues: { accountId: '', clientId: '', clientSecret: '' } });
  return (
    <FormDialog
      title={t`Connect Zoom`}
      submitLabel={t`Connect`}
      isBusy={connect.isRunning}
      error={connect.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((keys) => connect.run(keys))}
    >
      <TextField
        label={t`Account ID`}
        required
        helpText={t`At marketplace.zoom.us, make a server-to-server OAuth app that may write meetings and read reports, users and recordings. Its page has all three.`}
        error={errors.accountId?.message}
        {...register('accountId')}
      />
      <TextField label={t`Client ID`} required error={errors.clientId?.message} {...register('clientId')} />
      <PasswordField
        label={t`Client secret`}
        required
        autoComplete="off"
        error={errors.clientSecret?.message}
        {...register('clientSecret')}
      />
    </FormDialog>
  );
}
