import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import type { Assessment } from '@masomo/data/learning/gradebook';
import type { GradingScale } from '@masomo/domain/gradebook';
import { Button } from '@masomo/design-system';
import { gradeHeader } from '../../shared/gradeHeader.ts';

type GradebookHeaderProps = { assessments: readonly Assessment[]; scale: GradingScale | null; onEdit: (assessment: Assessment) => void };

/** Memoized: saving a mark does not re-render the header. */
export const GradebookHeader = memo(function GradebookHeader({ assessments, scale, onEdit }: GradebookHeaderProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Trans>Student</Trans>
        </th>
        {assessments.map((assessment) => (
          <th key={assessment.id} scope="col">
            <Button size="xs" variant="ghost" aria-label={t`Edit ${assessment.name}`} onClick={() => onEdit(assessment)}>
              {assessment.name}
            </Button>
            <small>
              <Trans>
                of {assessment.maxScore}, weight {assessment.weight}
              </Trans>
            </small>
          </th>
        ))}
        <th scope="col">
          <Trans>Average</Trans>
        </th>
        {scale && <th scope="col">{gradeHeader(scale)}</th>}
      </tr>
    </thead>
  );
});
