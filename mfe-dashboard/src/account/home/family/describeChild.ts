import { t } from '@lingui/core/macro';
import type { Child, FamilyHome } from '@masomo/data/platform/familyHome';
import { formatTime, isoWeekday } from '@masomo/domain/time';

export type Presence = { text: string; tone: 'green' | 'orange' | 'red' | 'gray'; detail?: string };

/** Whether a child is in school today, as far as the school knows. */
export function describePresence({ attendance }: Child, { today, term }: Pick<FamilyHome, 'today' | 'term'>): Presence {
  if (!attendance)
    return isoWeekday(today) > 5 || !term?.is_running
      ? { text: t`No school today`, tone: 'gray' }
      : { text: t`Not yet known`, tone: 'gray', detail: t`The register of the class was not taken yet.` };
  const time = formatTime(attendance.at);
  switch (attendance.status) {
    case 'present':
      return attendance.is_scanned
        ? { text: t`In school since ${time}`, tone: 'green' }
        : { text: t`In school`, tone: 'green', detail: t`Register of ${time}` };
    case 'late':
      return attendance.is_scanned
        ? { text: t`Late, in school since ${time}`, tone: 'orange' }
        : { text: t`In school, came late`, tone: 'orange', detail: t`Register of ${time}` };
    case 'excused':
      return { text: t`Excused today`, tone: 'gray', detail: t`Register of ${time}` };
    case 'absent':
      return { text: t`Absent today`, tone: 'red', detail: t`Register of ${time}` };
  }
}
