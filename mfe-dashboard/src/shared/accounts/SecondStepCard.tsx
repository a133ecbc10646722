import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { getSecondStepRoles, secondStepKeys, setSecondStepRoles, type SecondStepRoles } from '@masomo/data/accounts/secondStep';
import { roleLabels, type Role } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';
import { Card, ErrorState, Heading, SkeletonText, Stack, toaster } from '@masomo/design-system';
import { CheckboxField, FormError, SubmitButton } from '@masomo/design-system/forms';

/** Which of these roles must sign in with an authenticator app. The database keeps the others out. */
export function SecondStepCard({ choices }: { choices: readonly Role[] }) {
  const { user } = useSession();
  const { data: rules, error, reload } = useQuery(user ? secondStepKeys.roles(user.id) : null, getSecondStepRoles);
  return (
    <Card.Root as="section" aria-labelledby="second-step">
      <Card.Header>
        <Heading as="h2" size="md" id="second-step">
          <Trans>Required two-step sign-in</Trans>
        </Heading>
        <Card.Description>
          <Trans>People with these roles need an authenticator app to sign in. Anyone without one is asked to set it up.</Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && !rules && <ErrorState error={error} onRetry={reload} />}
        {!error && !rules && <SkeletonText noOfLines={3} gap="3" />}
        {rules && <SecondStepForm key={rules.required.join(' ')} rules={rules} choices={choices} />}
      </Card.Body>
    </Card.Root>
  );
}

function SecondStepForm({ rules: { required, fixed }, choices }: { rules: SecondStepRoles; choices: readonly Role[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<Role>>(new Set(required));
  const save = useCommand(setSecondStepRoles, {
    invalidates: ['second-step', 'audit'],
    onSuccess: () => toaster.success({ title: t`Two-step sign-in saved` }),
  });
  const toggle = (role: Role, isRequired: boolean) =>
    setChosen(new Set([...chosen].filter((each) => each !== role).concat(isRequired ? [role] : [])));
  return (
    <form
      aria-labelledby="second-step"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run([...chosen]);
      }}
    >
      <Stack gap="4" align="flex-start">
        <FormError>{save.error?.userMessage}</FormError>
        {choices.map((role) => (
          <CheckboxField
            key={role}
            label={translate(roleLabels[role])}
            checked={chosen.has(role)}
            disabled={fixed.includes(role)}
            helpText={fixed.includes(role) ? t`Always: this role reads every child's record or takes money.` : undefined}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
          />
        ))}
        {choices.some((role) => !fixed.includes(role)) && (
          <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`}>
            <Trans>Save</Trans>
          </SubmitButton>
        )}
      </Stack>
    </form>
  );
}
