import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { getSchoolLook, lookKeys } from '@masomo/data/platform/schoolLook';
import { Card, ErrorState } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormSkeleton } from '@masomo/design-system/forms';
import { LookForm } from './look/LookForm.tsx';

/** What receipts, statements and report cards of the school look like. */
export function PapersPage() {
  const { data: look, error, reload } = useQuery(lookKeys.all, getSchoolLook, { revalidateOnFocus: false });
  return (
    <>
      <PageHeader title={t`Papers`} />
      {look ? (
        <LookForm look={look} />
      ) : (
        <Card.Root maxW="3xl">
          <Card.Body>
            {error ? (
              <ErrorState error={error} onRetry={reload} />
            ) : (
              <FormSkeleton fields={[{}, { lines: 5, hasHelp: true }, {}, {}, {}]} />
            )}
          </Card.Body>
        </Card.Root>
      )}
    </>
  );
}
