import { Trans } from '@lingui/react/macro';
import { Allowed } from '@masomo/auth';
import type { DataError } from '@masomo/data';
import { AppLink } from '@masomo/design-system';

/** Refusals that a larger plan resolves. */
const limits: readonly unknown[] = ['plan.full', 'plan.campuses'];

/** A link to a larger plan for people who may buy one, where `error` is a limit of the plan; otherwise nothing. */
export function PlanLimitLink({ error }: { error: DataError | undefined }) {
  if (!limits.includes(error?.code)) return null;
  return (
    <Allowed to="school:run">
      <AppLink to="/dashboard/school/plan" color="accent.fg" textDecoration="underline" fontSize="sm" alignSelf="start">
        <Trans>See plan and licences</Trans>
      </AppLink>
    </Allowed>
  );
}
