import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TeacherHome } from '@masomo/data/platform/teacherHome';
import { formatPercent } from '@masomo/domain/number';
import { AppLink, Text } from '@masomo/design-system';
import { BarTable } from '@masomo/remote/BarTable';
import { HomeCard } from '../HomeCard.tsx';

/** Attendance of the own classes in the last seven days, beside the seven before. */
export function ClassesCard({ classes }: Pick<TeacherHome, 'classes'>) {
  return (
    <HomeCard id="own-classes" title={<Trans>Attendance of your classes</Trans>} link={{ to: '/dashboard/reports', label: t`View report` }}>
      {classes.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>You lead and teach no class yet. An administrator gives you classes and subjects.</Trans>
        </Text>
      ) : (
        <>
          <BarTable
            title={t`Attendance of your classes`}
            limit={100}
            rows={classes.map(({ id, name, is_led: isLed, share, before }) => ({
              key: id,
              name: <AppLink to={`/dashboard/classes/${id}`}>{name}</AppLink>,
              ...(isLed ? { detail: t`You are the class teacher` } : {}),
              figure: share === null ? '–' : formatPercent(share),
              value: share ?? 0,
              before,
            }))}
          />
          <Text textStyle="xs" color="fg.muted" mt="2" px="3">
            {classes.some(({ before }) => before !== null) ? t`Last seven days; the mark is the week before.` : t`Last seven days.`}
          </Text>
        </>
      )}
    </HomeCard>
  );
}
