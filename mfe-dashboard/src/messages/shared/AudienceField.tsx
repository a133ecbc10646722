import { Trans } from '@lingui/react/macro';
import { roleLabels, type Role } from '@masomo/domain/roles';
import { HStack } from '@masomo/design-system';
import { CheckboxField, Fieldset, type CheckboxFieldProps } from '@masomo/design-system/forms';
import { translate } from '@masomo/i18n';

type AudienceFieldProps = { readers: readonly Role[]; error?: string | undefined; field: Omit<CheckboxFieldProps, 'label'> };

/** Checkboxes of roles; spread nothing, pass `register('audience')` as `field`. */
export function AudienceField({ readers, error, field }: AudienceFieldProps) {
  return (
    <Fieldset.Root invalid={error !== undefined}>
      <Fieldset.Legend>
        <Trans>Visible to</Trans>
      </Fieldset.Legend>
      <HStack gap="4" wrap="wrap">
        {readers.map((role) => (
          <CheckboxField key={role} label={translate(roleLabels[role])} value={role} {...field} />
        ))}
      </HStack>
      {error && <Fieldset.ErrorText>{error}</Fieldset.ErrorText>}
    </Fieldset.Root>
  );
}
