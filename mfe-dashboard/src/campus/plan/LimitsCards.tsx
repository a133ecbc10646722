import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatNumber } from '@masomo/domain/number';
import { isWithinPlan, planUse } from '@masomo/domain/planLimits';
import { SimpleGrid, Text } from '@masomo/design-system';
import { Bar, LimitCard, Note } from './LimitCard.tsx';
import { sizeOf } from './planLabels.ts';
import { StorageLimit } from './StorageLimit.tsx';

type Props = { plan: SchoolPlan };

/** How much of the plan the school uses: students, with a word at 90 % and at 100 %, campuses, with one at 100 %, and room for files. */
export function LimitsCards({ plan }: Props) {
  return (
    <SimpleGrid columns={{ base: 1, md: 3 }} gap="6">
      <StudentLimit plan={plan} />
      <CampusLimit plan={plan} />
      <StorageLimit />
    </SimpleGrid>
  );
}

function StudentLimit({ plan }: Props) {
  const { students, max_students: limit } = plan;
  const use = limit === null ? undefined : planUse(students, limit);
  const count = formatNumber(students);
  const fitting = plan.offers.find((offer) => isWithinPlan(sizeOf(plan), offer))?.name;
  return (
    <LimitCard id="student-limit" title={t`Students`}>
      {limit === null || use === undefined ? (
        <Text>
          <Trans>{count} students. Your plan has no limit.</Trans>
        </Text>
      ) : (
        <>
          <Text>
            <Trans>
              {count} of {formatNumber(limit)} students, {use.percent}%
            </Trans>
          </Text>
          <Bar percent={use.percent} isNoted={use.level !== 'within'} />
          {use.level !== 'within' && (
            <Note status={use.level === 'near' ? 'info' : 'warning'}>
              {use.level === 'near' && <Trans>Nine in ten places are taken. You can still admit students.</Trans>}
              {use.level === 'full' && fitting && (
                <Trans>
                  The plan is full. You can still admit students; your next renewal will offer {fitting}, which fits your school.
                </Trans>
              )}
              {use.level === 'full' && !fitting && (
                <Trans>The plan is full, and there is no larger plan. Talk to us about a Standalone installation.</Trans>
              )}
            </Note>
          )}
        </>
      )}
    </LimitCard>
  );
}

/** A plan is full of campuses when it allows no other one; a school that has more keeps them. */
function CampusLimit({ plan }: Props) {
  const { students, campuses } = sizeOf(plan);
  const limit = plan.max_campuses;
  if (limit === null)
    return (
      <LimitCard id="campus-limit" title={t`Campuses`}>
        <Text>
          {plural(campuses, {
            0: 'No campus yet. Your plan has no limit.',
            one: '# campus. Your plan has no limit.',
            other: '# campuses. Your plan has no limit.',
          })}
        </Text>
      </LimitCard>
    );
  const { percent, level } = planUse(campuses, limit);
  const wider = plan.offers.find((offer) => isWithinPlan({ students, campuses: campuses + 1 }, offer))?.name;
  return (
    <LimitCard id="campus-limit" title={t`Campuses`}>
      <Text>{plural(limit, { one: `${campuses} of # campus`, other: `${campuses} of # campuses` })}</Text>
      <Bar percent={percent} isNoted={level === 'full'} />
      {level === 'full' && (
        <Note status="info">
          {wider ? (
            <Trans>Your plan has no campus left. Upgrade to {wider} before you add another; the campuses you have stay.</Trans>
          ) : (
            <Trans>Your plan has no campus left, and no plan has more. Talk to us before you add another.</Trans>
          )}
        </Note>
      )}
    </LimitCard>
  );
}
