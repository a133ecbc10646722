import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { formatDateTime } from '@masomo/domain/time';
import { Text } from '@masomo/design-system';
import { SwitchField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import type { Reader } from '../../data/readers.ts';
import { approveReader } from '../../data/readerCommands.ts';

const fieldsSchema = z.object({ network: z.string().trim(), byHost: z.boolean(), zoneInMinutes: z.boolean() });

/** Lets a reader that has called count, and says how it is known: by its address, or by a host name that nobody else knows. */
export function ApproveDialog({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const approve = useCommand(approveReader, { invalidates: ['readers'], onSuccess: onClose });
  const { register, handleSubmit } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: {
      network: reader.network ?? (reader.hostKey ? '' : (reader.calledFrom ?? '')),
      byHost: reader.hostKey !== null,
      zoneInMinutes: reader.zoneInMinutes,
    },
  });
  return (
    <FormDialog
      title={t`Approve ${reader.name}`}
      submitLabel={t`Approve`}
      isBusy={approve.isRunning}
      error={approve.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit((fields) => approve.run({ ...fields, id: reader.id }))}
    >
      {reader.calledAt && reader.calledFrom && (
        <Text>
          <Trans>
            A reader with the number {reader.serial} called on {formatDateTime(reader.calledAt)} from {reader.calledFrom}. Anyone can read
            the number on the label, so say where it calls from.
          </Trans>
        </Text>
      )}
      <TextField
        label={t`Addresses that it calls from`}
        helpText={t`One address, or a network such as 10.0.0.0/24. Ask your internet provider whether the address of the school stays the same.`}
        {...register('network')}
      />
      <SwitchField
        label={t`By a host name of its own`}
        helpText={t`For a school whose address changes. The reader then calls a name that nobody else knows; it is in the list.`}
        {...register('byHost')}
      />
      <SwitchField
        label={t`Its time zone is in minutes`}
        helpText={t`Switch on when the reader shows the wrong hour: some firmware counts 180 minutes instead of 3 hours.`}
        {...register('zoneInMinutes')}
      />
    </FormDialog>
  );
}
