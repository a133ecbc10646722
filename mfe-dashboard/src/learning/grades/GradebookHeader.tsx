import { memo } from 'react';
import type { Assessment } from '@masomo/data/learning/gradebook';
import { Button } from '@masomo/design-system';

type GradebookHeaderProps = { assessments: readonly Assessment[]; onEdit: (assessment: Assessment) => void };

/** Memoized: saving a mark does not re-render the header. */
export const GradebookHeader = memo(function GradebookHeader({ assessments, onEdit }: GradebookHeaderProps) {
  return (
    <thead>
      <tr>
        <th scope="col">Student</th>
        {assessments.map((assessment) => (
          <th key={assessment.id} scope="col">
            <Button size="xs" variant="ghost" aria-label={`Edit ${assessment.name}`} onClick={() => onEdit(assessment)}>
              {assessment.name}
            </Button>
            <small>
              of {assessment.maxScore}, weight {assessment.weight}
            </small>
          </th>
        ))}
        <th scope="col">Average</th>
        <th scope="col">Level</th>
      </tr>
    </thead>
  );
});
