import { t } from '@lingui/core/macro';
import type { GradingScale } from '@masomo/domain/gradebook';

/** What a scale's bands are called. */
export const gradeHeader = (scale: GradingScale) => (scale.curriculum === 'cbc' ? t`Level` : t`Grade`);
