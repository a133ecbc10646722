import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { listSchoolRoles, schoolRoleKeys } from '@masomo/data/accounts/schoolRoles';
import { assignableRoles, roleLabels, schoolRoles } from '@masomo/domain/roles';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { SchoolPicker } from '../SchoolPicker.tsx';
import { sendInvitation, type Invitation } from '@masomo/data/accounts/sendInvitation';
import { atMostCharacters } from '../atMostCharacters.ts';
import { translate } from '@masomo/i18n';

const inviteSchema = z.object({
  email: z.email(t`Enter an email address like name@school.ac.ke`),
  firstName: z.string().trim().max(80, atMostCharacters(80)),
  lastName: z.string().trim().max(80, atMostCharacters(80)),
  role: z.string(),
  schoolId: z.string(),
});

type InviteDialogProps = {
  /** School of the invitation; without it one is chosen in the dialog. */
  school?: { id: string; name: string };
  /** Initial values. */
  person?: Partial<Pick<Invitation, 'email' | 'firstName' | 'lastName' | 'role'>>;
  onClose: () => void;
};

/** Invites a person by email; role and school are stored with the invitation. */
export function InviteDialog({ school, person = {}, onClose }: InviteDialogProps) {
  const { data: roles, isLoading } = useQuery(school ? schoolRoleKeys.roles(school.id) : null, (db) => listSchoolRoles(db, school?.id));
  const commonRoles = (school ? schoolRoles : assignableRoles).filter(
    (role) => !roles || roles.some(({ isOwn, base, canGive }) => !isOwn && base === role && canGive),
  );
  const ownRoles = roles?.filter(({ isOwn, canGive }) => isOwn && canGive) ?? [];
  const send = useCommand(async (_, invitation: Invitation) => sendInvitation(await getClient(), invitation), {
    invalidates: ['users', 'schools', 'staff'],
    onSuccess: (email) => {
      toaster.success({ title: t`Invitation sent to ${email}` });
      onClose();
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(inviteSchema),
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      // Roles are listed from the most rights to the fewest, and nobody should be given more than was chosen.
      role: String((school ? schoolRoles : assignableRoles).at(-1)),
      schoolId: school?.id ?? '',
      ...person,
    },
  });
  return (
    <FormDialog
      title={school ? t`Invite to ${school.name}` : t`Invite a person`}
      submitLabel={t`Send invitation`}
      isBusy={send.isRunning}
      error={send.error?.userMessage}
      onClose={onClose}
      onSubmit={handleSubmit(({ role: chosen, ...invitation }) => {
        const own = ownRoles.find(({ id }) => id === chosen);
        const role = assignableRoles.find((known) => known === (own?.base ?? chosen)) ?? 'user';
        return send.run({ ...invitation, role, ...(own ? { roleId: own.id } : {}) });
      })}
    >
      <TextField label={t`Email`} type="email" required error={errors.email?.message} {...register('email')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`First name`} error={errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} error={errors.lastName?.message} {...register('lastName')} />
      </SimpleGrid>
      <SelectField
        label={t`Role`}
        options={[
          ...commonRoles.map((value) => ({ value, label: translate(roleLabels[value]) })),
          ...ownRoles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        disabled={isLoading}
        error={errors.role?.message}
        {...register('role')}
      />
      {!school && <SchoolPicker {...register('schoolId')} />}
    </FormDialog>
  );
}
