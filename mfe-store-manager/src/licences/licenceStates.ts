import { t } from '@lingui/core/macro';
import type { Licence } from '@masomo/data/store/licences';
import { licenceState, type LicenceState } from '@masomo/domain/licenceState';
import { today } from '@masomo/remote/schoolDay';

const states: Record<LicenceState, { label: string; color: string }> = {
  valid: { label: t`Active`, color: 'green' },
  later: { label: t`Starts later`, color: 'blue' },
  expired: { label: t`Expired`, color: 'yellow' },
  revoked: { label: t`Withdrawn`, color: 'red' },
};

/** The state of a licence at the school today, in words and with the colour of its badge. */
export const stateOf = (licence: Licence) => states[licenceState(licence, today())];
