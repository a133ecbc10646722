import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setTwoFactorPolicy, type TwoFactorRule } from '../../data/twoFactor.ts';
import { roleLabels } from '@masomo/domain/roles';
import { addDays, formatDate } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { Text, toaster } from '@masomo/design-system';
import { SwitchField, TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { today } from '@masomo/remote/schoolDay';

const usualNoticeDays = 14;
const usualGraceDays = 7;
const mostGraceDays = 60;
const furthestDays = 366;

/** Says from when a role must sign in with a code, or that it need not. */
export function PolicyDialog({ rule, onClose }: { rule: TwoFactorRule; onClose: () => void }) {
  const [isRequired, setIsRequired] = useState(rule.isRequired);
  const [from, setFrom] = useState(rule.requiredFrom ?? (rule.isRequired ? today() : addDays(today(), usualNoticeDays)));
  const [graceDays, setGraceDays] = useState(String(rule.isRequired ? rule.graceDays : usualGraceDays));
  const save = useCommand(setTwoFactorPolicy, {
    invalidates: ['two-factor', 'second-step'],
    onSuccess: () => {
      toaster.success({ title: t`Rule saved` });
      onClose();
    },
  });
  const role = translate(roleLabels[rule.role]);
  const due = from && addDays(from, Number(graceDays) || 0);
  return (
    <FormDialog
      title={t`Two-step sign-in: ${role}`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ role: rule.role, requiredFrom: isRequired ? from : null, graceDays: Number(graceDays) });
      }}
    >
      <SwitchField label={t`Required`} checked={isRequired} onChange={(event) => setIsRequired(event.currentTarget.checked)} />
      {isRequired && (
        <>
          <TextField
            label={t`From`}
            type="date"
            required
            max={addDays(today(), furthestDays)}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextField
            label={t`Days of grace`}
            type="number"
            required
            min={0}
            max={mostGraceDays}
            helpText={t`People who join later get the same number of days from their first sign-in.`}
            value={graceDays}
            onChange={(event) => setGraceDays(event.currentTarget.value)}
          />
          {due && (
            <Text color="fg.muted">
              <Trans>
                Until {formatDate(due)} they sign in as before and are asked to set up an app. From then on, they must set one up before
                they can continue.
              </Trans>
            </Text>
          )}
        </>
      )}
    </FormDialog>
  );
}
