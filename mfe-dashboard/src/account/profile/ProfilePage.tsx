import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIdentity, useIsAllowed, useSession } from '@masomo/auth';
import { parseRole, roleLabels } from '@masomo/domain/roles';
import { Alert, Card, ErrorState, Grid, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormSkeleton } from '@masomo/design-system/forms';
import { Slot } from '@masomo/remote/Slot';
import { MessagesCard } from './MessagesCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInsCard } from './SignInsCard.tsx';
import { TwoStepCard } from './TwoStepCard.tsx';
import { translate } from '@masomo/i18n';

const nothing = {};

/** A super admin's profile is managed elsewhere and read-only here. */
export function ProfilePage() {
  const { user } = useSession();
  const isFixed = !useIsAllowed('profile:edit');
  const { data: profile, error, reload } = useIdentity();
  if (!user) return null;
  if (user.hasToEnrol)
    return (
      <>
        <PageHeader title={t`Set up two-step sign-in`} description={user.email} />
        <Stack maxW="2xl" gap="6">
          <Alert.Root status="warning">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Description>
                <Trans>Your role needs a second step. Set up an authenticator app to continue.</Trans>
              </Alert.Description>
            </Alert.Content>
          </Alert.Root>
          <TwoStepCard userId={user.id} isRequired />
        </Stack>
      </>
    );
  return (
    <>
      <PageHeader title={t`Profile`} description={t`Your name and contact details.`} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
        gap="6"
        alignItems="start"
        maxW={{ base: '2xl', xl: 'none' }}
      >
        <Stack gap="6">
          {isFixed && (
            <Alert.Root status="info" mb="2">
              <Alert.Indicator />
              <Alert.Content>
                <Alert.Description>
                  <Trans>Super admin profiles are managed separately. Contact system administrators to change this one.</Trans>
                </Alert.Description>
              </Alert.Content>
            </Alert.Root>
          )}
          <Card.Root>
            <Card.Body>
              {error && !profile && <ErrorState title={t`Failed to load profile data`} error={error} onRetry={reload} />}
              {!error && !profile && (
                <FormSkeleton
                  gap="5"
                  hasButton={!isFixed}
                  fields={[{ isHalf: true }, { isHalf: true }, {}, { hasHelp: true }, { hasHelp: true }]}
                />
              )}
              {profile && (
                <ProfileForm
                  userId={user.id}
                  email={user.email}
                  role={translate(roleLabels[parseRole(user.role)])}
                  profile={profile}
                  isFixed={isFixed}
                />
              )}
            </Card.Body>
          </Card.Root>
          <MessagesCard userId={user.id} email={user.email} />
          <PasswordCard />
        </Stack>
        <Stack gap="6">
          <TwoStepCard userId={user.id} />
          <Slot name="profile/cards" context={nothing} />
          <SessionsCard userId={user.id} />
          <SignInsCard userId={user.id} />
        </Stack>
      </Grid>
    </>
  );
}
