import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { createRedirect, updateRedirect, type Redirect } from '@masomo/data/site/redirects';
import { toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';

const schema = z.object({
  from: z
    .string()
    .trim()
    .min(1, t`Enter the old address`),
  to: z
    .string()
    .trim()
    .min(1, t`Enter the new address`),
});
const fields: Record<string, 'from' | 'to'> = { from_path: 'from', to_path: 'to' };

/** The form of a new redirect, or of the one given. */
export function RedirectDialog({ redirect, onClose }: { redirect?: Redirect | undefined; onClose: () => void }) {
  const commandOptions = {
    invalidates: ['redirects'],
    onSuccess: () => {
      toaster.success({ title: t`Redirect saved` });
      onClose();
    },
  };
  const create = useCommand(createRedirect, commandOptions);
  const update = useCommand(updateRedirect, commandOptions);
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(schema), defaultValues: { from: redirect?.from ?? '', to: redirect?.to ?? '' } });
  const failure = create.error ?? update.error;
  const failedField = failure && fields[failure.field ?? ''];
  const fieldError = (field: 'from' | 'to') => errors[field]?.message ?? (failedField === field ? failure?.userMessage : undefined);
  const submit = handleSubmit((draft) =>
    redirect ? update.run({ id: redirect.id, updatedAt: redirect.updatedAt, draft }) : create.run(draft),
  );
  return (
    <EntryDialog
      title={redirect ? t`Edit redirect` : t`New redirect`}
      error={failedField ? undefined : failure?.userMessage}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={redirect ? t`Save redirect` : t`Add redirect`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t`Old address`}
        required
        placeholder="/old-page"
        helpText={t`An address on this site. Capital letters and a trailing slash make no difference.`}
        error={fieldError('from')}
        {...register('from')}
      />
      <TextField
        label={t`Leads to`}
        required
        placeholder="/pricing"
        helpText={t`An address on this site, or one starting with https://.`}
        error={fieldError('to')}
        {...register('to')}
      />
    </EntryDialog>
  );
}
