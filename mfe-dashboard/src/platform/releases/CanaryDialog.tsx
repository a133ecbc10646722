import { typedNumber } from '@masomo/domain/typedNumber';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { roleLabels, roles, type Role } from '@masomo/domain/roles';
import { Stack, Text, toaster } from '@masomo/design-system';
import { CheckboxField, Fieldset, TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { runReleaseAction, type ReleaseAction } from '@masomo/data/platform/releaseApi';
import type { VersionRow } from './versionRows.ts';
import { translate } from '@masomo/i18n';

const defaultPercent = '10';

/** Starts or changes a canary: a percentage of visitors and people of certain roles. */
export function CanaryDialog({ row, onClose }: { row: VersionRow; onClose: () => void }) {
  const { app, version } = row;
  const [percentText, setPercentText] = useState(row.percent === null ? defaultPercent : String(row.percent));
  const [selectedRoles, setSelectedRoles] = useState<readonly string[]>(row.roles);
  const percent = typedNumber(percentText);
  const isValidPercent = percentText.trim() !== '' && percent >= 0 && percent <= 100;
  const start = useCommand(async (_, action: ReleaseAction) => runReleaseAction(await getClient(), action), {
    invalidates: ['releases'],
    onSuccess: () => {
      toaster.success({ title: t`Trial started. Selected visitors get it on their next page.` });
      onClose();
    },
  });
  const toggleRole = (role: Role, isOn: boolean) =>
    setSelectedRoles(isOn ? [...selectedRoles, role] : selectedRoles.filter((other) => other !== role));
  return (
    <FormDialog
      title={t`Try ${app} ${version}`}
      submitLabel={row.state === 'canary' ? t`Change trial` : t`Start trial`}
      isBusy={start.isRunning}
      error={start.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValidPercent) void start.run({ action: 'canary', app, version, percent, roles: [...selectedRoles] });
      }}
    >
      <Text color="fg.muted">
        <Trans>
          Everyone else keeps the live version. Selected visitors stay in the trial, and return to the live version if it fails for them.
        </Trans>
      </Text>
      <TextField
        label={t`Share of visitors, in percent`}
        inputMode="decimal"
        required
        value={percentText}
        onChange={(event) => setPercentText(event.currentTarget.value)}
        error={isValidPercent ? undefined : t`Enter a number from 0 to 100.`}
      />
      <Fieldset.Root>
        <Fieldset.Legend>
          <Trans>Plus everyone with these roles</Trans>
        </Fieldset.Legend>
        <Stack gap="2" mt="2">
          {roles.map((role) => (
            <CheckboxField
              key={role}
              label={translate(roleLabels[role])}
              checked={selectedRoles.includes(role)}
              onChange={(event) => toggleRole(role, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Fieldset.Root>
    </FormDialog>
  );
}
