import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OfficeHome } from '@masomo/data/platform/officeHome';
import { formatDayAndMonth } from '@masomo/domain/time';
import { AttentionList } from '../AttentionList.tsx';
import { HomeCard } from '../HomeCard.tsx';

type Line = OfficeHome['queue'][number];

const remedies: Record<Line['kind'], { to: string; remedy: string }> = {
  requests: { to: '/dashboard/school/privacy', remedy: t`Answer` },
  registers: { to: '/dashboard/attendance', remedy: t`Open registers` },
  without_class: { to: '/dashboard/students', remedy: t`Place them` },
  without_guardian: { to: '/dashboard/students', remedy: t`Add guardians` },
  second_step: { to: '/dashboard/profile', remedy: t`Set it up` },
};

function describe({ kind, amount, day }: Line): string {
  switch (kind) {
    case 'requests': {
      const due = formatDayAndMonth(day ?? '');
      return plural(amount, {
        one: `# request about personal data, to answer by ${due}`,
        other: `# requests about personal data, the first to answer by ${due}`,
      });
    }
    case 'registers':
      return plural(amount, { one: '# register not taken today', other: '# registers not taken today' });
    case 'without_class':
      return plural(amount, { one: '# student without a class', other: '# students without a class' });
    case 'without_guardian':
      return plural(amount, { one: '# student without a guardian', other: '# students without a guardian' });
    case 'second_step':
      return t`Your account has a password only, without a second step`;
  }
}

/** What waits for the office, each line with its remedy. */
export function QueueCard({ queue, today }: Pick<OfficeHome, 'queue' | 'today'>) {
  return (
    <HomeCard id="queue" title={<Trans>Needs attention</Trans>}>
      <AttentionList
        nothing={t`Nothing waits: registers are taken, every student has a class and a guardian.`}
        lines={queue.map((line) => ({
          key: line.kind,
          text: describe(line),
          isUrgent: line.kind === 'requests' && line.day !== null && line.day <= today,
          ...remedies[line.kind],
        }))}
      />
    </HomeCard>
  );
}
