import { t } from '@lingui/core/macro';
import type { Boarding } from '@masomo/data/people/students';

/** Of which students a fee is, where it is not for all. */
export const boardersLabels: Record<Boarding, string> = { day: t`Day scholars`, boarder: t`Boarders` };

/** `Form 3 East · Boarders`: the students a fee is for. */
export const feePayersLabel = (className: string, boarding: Boarding | null | undefined): string =>
  [className || (boarding ? '' : t`All students`), boarding && boardersLabels[boarding]].filter(Boolean).join(' · ');
