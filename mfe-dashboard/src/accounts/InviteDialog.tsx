import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { DataError, useCommand, useQuery } from '@masomo/data';
import { listSchoolNames, schoolKeys } from '@masomo/data/schools';
import { roleLabels, roles } from '@masomo/domain/roles';
import { SimpleGrid } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../shared/FormDialog.tsx';

const givenRoles = roles.filter((role) => role !== 'super_admin');
const inviteSchema = z.object({
  email: z.email('Enter an email address like name@school.ac.ke'),
  firstName: z.string().trim().max(80, 'Use at most 80 characters'),
  lastName: z.string().trim().max(80, 'Use at most 80 characters'),
  role: z.enum(givenRoles),
  schoolId: z.string(),
});
type Invitation = z.infer<typeof inviteSchema>;

const answerSchema = z.object({ error: z.string() });

async function invite(invitation: Invitation): Promise<string> {
  const { error, response } = await (await getClient()).functions.invoke('invite-user', { body: { ...invitation, schoolId: invitation.schoolId || null } });
  if (!error) return invitation.email;
  const said = answerSchema.safeParse(await response?.json().catch(() => null));
  throw new DataError(response ? 'invalid' : 'unavailable', said.data?.error ?? 'The invitation could not be sent. Try again in a minute.');
}

/** Invites somebody by mail: role and school are kept now, the person sets a password by the mailed link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { data: schools = [] } = useQuery(schoolKeys.names(), listSchoolNames);
  const send = useCommand((_, invitation: Invitation) => invite(invitation), {
    invalidates: ['users'], onSuccess: (email) => { toaster.success({ title: `Invitation sent to ${email}` }); onClose(); },
  });
  const { register, handleSubmit, formState: { errors } } = useForm({
    resolver: zodResolver(inviteSchema), defaultValues: { email: '', firstName: '', lastName: '', role: 'admin' as const, schoolId: '' },
  });
  return (
    <FormDialog title="Invite a person" submitLabel="Send invitation" isBusy={send.isRunning} error={send.error?.message} onClose={onClose} onSubmit={handleSubmit((invitation) => send.run(invitation))}>
      <TextField label="Email" type="email" required error={errors.email?.message} {...register('email')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="First name" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label="Last name" error={errors.lastName?.message} {...register('lastName')} />
      </SimpleGrid>
      <SelectField label="Role" options={givenRoles.map((value) => ({ value, label: roleLabels[value] }))} error={errors.role?.message} {...register('role')} />
      <SelectField label="School" options={[{ value: '', label: 'None' }, ...schools.map(({ id, name }) => ({ value: id, label: name }))]} {...register('schoolId')} />
    </FormDialog>
  );
}
