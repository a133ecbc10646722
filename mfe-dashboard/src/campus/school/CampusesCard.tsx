import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { z } from 'zod';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listCampuses, removeCampus, saveCampus, schoolSetupKeys, type Campus } from '@masomo/data/campus/schoolSetup';
import { toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PlanLimitLink } from '../../shared/PlanLimitLink.tsx';
import { SetupCard } from './SetupCard.tsx';
import { phoneField } from '../../shared/phoneField.ts';

export function CampusesCard({ schoolId }: { schoolId: string }) {
  const { data: campuses, error, reload } = useQuery(schoolSetupKeys.campuses(schoolId), (db) => listCampuses(db, schoolId));
  const [edited, setEdited] = useState<Campus | 'new'>();
  const remove = useCommand(removeCampus, {
    invalidates: ['schools'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The campus was not removed`)),
  });
  return (
    <SetupCard
      title={t`Campuses`}
      addLabel={t`Add campus`}
      removal={t`This permanently deletes the campus. A campus in use cannot be removed.`}
      rows={campuses}
      error={error}
      onRetry={reload}
      empty={{ title: t`No campuses yet`, text: t`Add campuses if your school has more than one site, then choose one for each class.` }}
      header={[t`Campus`, t`Address`, t`Phone`]}
      cells={(campus) => [campus.name, campus.address || t`Not given`, campus.phone || t`Not given`]}
      isBusy={remove.isRunning}
      onAdd={() => setEdited('new')}
      onEdit={setEdited}
      onRemove={(campus) => void remove.run(campus.id)}
    >
      {edited && <CampusDialog {...(edited === 'new' ? {} : { campus: edited })} onClose={() => setEdited(undefined)} />}
    </SetupCard>
  );
}

const campusSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the campus name`)
    .max(80, t`Use at most 80 characters`),
  address: z
    .string()
    .trim()
    .max(200, t`Use at most 200 characters`),
  phone: phoneField,
});

function CampusDialog({ campus, onClose }: { campus?: Campus; onClose: () => void }) {
  const defaultValues = { name: campus?.name ?? '', address: campus?.address ?? '', phone: campus?.phone ?? '' };
  const save = useVersionedSave((db, args) => saveCampus(db, { ...args, id: campus?.id }), {
    record: campus,
    schemas: campusSchema.shape,
    defaultValues,
    fields: { name: t`Name`, address: t`Address`, phone: t`Phone` },
    invalidates: ['schools', 'classes'],
    onSuccess: () => {
      toaster.success({ title: t`Campus saved` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(campusSchema),
    defaultValues,
  });
  return (
    <FormDialog
      title={campus ? t`Edit ${campus.name}` : t`Add campus`}
      submitLabel={campus ? t`Save` : t`Add campus`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(save.run)}
    >
      <PlanLimitLink error={save.error} />
      <TextField label={t`Name`} required autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField label={t`Address`} error={errors.address?.message} {...register('address')} />
      <TextField label={t`Phone`} type="tel" error={errors.phone?.message} {...register('phone')} />
      {save.conflictDialog}
    </FormDialog>
  );
}
