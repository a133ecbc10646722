import { t } from '@lingui/core/macro';
import type { SchoolLicence, SchoolPlan } from '@masomo/data/store/schoolPlan';
import type { SchoolSize } from '@masomo/domain/planLimits';

export const stateLabels: Record<SchoolPlan['state'], { label: string; color: string }> = {
  trial: { label: t`Trial`, color: 'blue' },
  active: { label: t`Active`, color: 'green' },
  grace: { label: t`Grace period`, color: 'yellow' },
  ended: { label: t`Ended`, color: 'red' },
  closed: { label: t`Closed`, color: 'red' },
  none: { label: t`No subscription`, color: 'gray' },
};

export const licenceLabels: Record<SchoolLicence['state'], { label: string; color: string }> = {
  valid: { label: t`On`, color: 'green' },
  'without-key': { label: t`Enter its key`, color: 'yellow' },
  later: { label: t`Starts later`, color: 'blue' },
  preparing: { label: t`In preparation`, color: 'blue' },
  expired: { label: t`Expired`, color: 'yellow' },
  revoked: { label: t`Withdrawn`, color: 'red' },
};

/** An add-on of a school whose subscription has ended. */
export const readOnlyLabel = { label: t`Read-only`, color: 'yellow' };

export const billingLabels: Record<string, string> = { monthly: t`per month`, termly: t`per term`, annual: t`per year` };

/** What the limits of plans are compared with. */
export const sizeOf = ({ students, campuses }: SchoolPlan): SchoolSize => ({ students, campuses: campuses.length });
