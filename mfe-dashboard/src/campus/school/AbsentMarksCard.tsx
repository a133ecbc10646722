import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { getAbsentCountsAsZero, saveAbsentCountsAsZero, schoolKeys } from '@masomo/data/platform/schools';
import { Card, ErrorState, Heading, Stack, toaster } from '@masomo/design-system';
import { CheckboxField, FormError, FormSkeleton, SubmitButton } from '@masomo/design-system/forms';

/** Whether an assessment for which a student was absent counts as 0. */
export function AbsentMarksCard({ schoolId }: { schoolId: string }) {
  const {
    data: countsAsZero,
    error,
    reload,
  } = useQuery(schoolKeys.absentMarks(schoolId), (db) => getAbsentCountsAsZero(db, schoolId), { revalidateOnFocus: false });
  return (
    <Card.Root as="section" aria-labelledby="absent-marks">
      <Card.Header>
        <Heading as="h2" size="md" id="absent-marks">
          <Trans>Absent from an assessment</Trans>
        </Heading>
        <Card.Description>
          <Trans>
            Teachers enter ab for a student who was absent and ex for one who is exempt. Both are shown, and exempt never counts.
          </Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && countsAsZero === undefined && <ErrorState error={error} onRetry={reload} />}
        {!error && countsAsZero === undefined && <FormSkeleton fields={[{ hasHelp: true }]} />}
        {countsAsZero !== undefined && <AbsentMarksForm key={String(countsAsZero)} schoolId={schoolId} countsAsZero={countsAsZero} />}
      </Card.Body>
    </Card.Root>
  );
}

function AbsentMarksForm({ schoolId, countsAsZero }: { schoolId: string; countsAsZero: boolean }) {
  const [isZero, setIsZero] = useState(countsAsZero);
  const save = useCommand(saveAbsentCountsAsZero, {
    invalidates: ['schools', 'grades', 'audit'],
    onSuccess: () => toaster.success({ title: t`Saved. Results of open terms are counted again.` }),
  });
  return (
    <form
      aria-labelledby="absent-marks"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ id: schoolId, countsAsZero: isZero });
      }}
    >
      <Stack gap="4" align="flex-start">
        <FormError>{save.error?.userMessage}</FormError>
        <CheckboxField
          label={t`Absent counts as 0 in averages`}
          helpText={t`Otherwise it is left out. In the competency-based curriculum it never counts, and closed terms stay as they are.`}
          checked={isZero}
          onChange={(event) => setIsZero(event.currentTarget.checked)}
        />
        <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`} disabled={isZero === countsAsZero}>
          <Trans>Save</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
