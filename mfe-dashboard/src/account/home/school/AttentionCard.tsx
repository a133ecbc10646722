import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { formatDayAndMonth } from '@masomo/domain/time';
import { formatShillings } from '../../../shared/paymentLabels.ts';
import { AttentionList } from '../AttentionList.tsx';
import { HomeCard } from '../HomeCard.tsx';

type Line = SchoolHome['attention'][number];
type Remedy = { to: string; label: string };

const remedies: Record<Line['kind'], Remedy> = {
  requests: { to: '/dashboard/school/privacy', label: t`Answer` },
  no_term: { to: '/dashboard/school', label: t`Add a term` },
  registers: { to: '/dashboard/attendance', label: t`Open registers` },
  without_class: { to: '/dashboard/students', label: t`Place them` },
  without_teacher: { to: '/dashboard/classes', label: t`Choose teachers` },
  overdue: { to: '/dashboard/finances', label: t`Remind families` },
  second_step: { to: '/dashboard/profile', label: t`Set it up` },
};

/** Somebody must act: a law's or a bill's day has passed, or nothing works without it. */
const isUrgent = ({ kind, day }: Line, today: string) => kind === 'no_term' || (kind === 'requests' && day !== null && day <= today);

function describe({ kind, amount, money, day }: Line): string {
  switch (kind) {
    case 'requests': {
      const due = formatDayAndMonth(day ?? '');
      return plural(amount, {
        one: `# request about personal data, to answer by ${due}`,
        other: `# requests about personal data, the first to answer by ${due}`,
      });
    }
    case 'no_term':
      return t`There is no term for today or later`;
    case 'registers':
      return plural(amount, { one: '# register not taken today', other: '# registers not taken today' });
    case 'without_class':
      return plural(amount, { one: '# student without a class', other: '# students without a class' });
    case 'without_teacher':
      return plural(amount, { one: '# class without a class teacher', other: '# classes without a class teacher' });
    case 'overdue': {
      const owed = formatShillings(money ?? 0);
      return plural(amount, { one: `# student owes ${owed} past the due date`, other: `# students owe ${owed} past the due date` });
    }
    case 'second_step':
      return t`Your account has a password only, without a second step`;
  }
}

/** At most six lines that wait for somebody, each with its remedy. */
export function AttentionCard({ attention, today }: Pick<SchoolHome, 'attention' | 'today'>) {
  return (
    <HomeCard id="attention" title={<Trans>Needs attention</Trans>}>
      <AttentionList
        nothing={t`Nothing waits: registers are taken, every class has a teacher, nobody is past due.`}
        lines={attention.map((line) => ({
          key: line.kind,
          text: describe(line),
          isUrgent: isUrgent(line, today),
          to: remedies[line.kind].to,
          remedy: remedies[line.kind].label,
        }))}
      />
    </HomeCard>
  );
}
