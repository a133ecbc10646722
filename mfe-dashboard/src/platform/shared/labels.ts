import { t } from '@lingui/core/macro';

export const schoolKindLabels: Record<string, string> = {
  primary: t`Primary`,
  secondary: t`Secondary`,
  college: t`College`,
  university: t`University`,
};

export const subscriptionStatusLabels: Record<string, string> = {
  trial: t`Trial`,
  active: t`Active`,
  grace: t`Grace period`,
  ended: t`Ended`,
  closed: t`Closed`,
  none: t`No subscription`,
};

export const billingLabels: Record<string, string> = { trial: t`Trial`, monthly: t`Monthly`, termly: t`Termly`, annual: t`Annual` };
