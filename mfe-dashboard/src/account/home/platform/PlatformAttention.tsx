import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PlatformHome } from '@masomo/data/platform/platformHome';
import { formatDateTime } from '@masomo/domain/time';
import { AttentionList } from '../AttentionList.tsx';
import { HomeCard } from '../HomeCard.tsx';

type Line = PlatformHome['attention'][number];

const remedies: Record<Line['kind'], { to: string; remedy: string }> = {
  releases: { to: '/dashboard/super-admin/releases', remedy: t`Open releases` },
  worker: { to: '/dashboard/super-admin/jobs', remedy: t`Open jobs` },
  jobs: { to: '/dashboard/super-admin/jobs', remedy: t`Open jobs` },
  payments: { to: '/dashboard/store/payments', remedy: t`Decide` },
  orders: { to: '/dashboard/store/orders', remedy: t`Open orders` },
  mails: { to: '/dashboard/super-admin', remedy: t`Send again` },
  tickets: { to: '/dashboard/support', remedy: t`Answer them` },
  demo_requests: { to: '/dashboard/support', remedy: t`Answer them` },
};
/** People cannot use the product, or work stands still. */
const urgent: readonly Line['kind'][] = ['releases', 'worker'];

function describe({ kind, amount }: Line): string {
  switch (kind) {
    case 'releases':
      return plural(amount, {
        one: 'A part of the site failed for # visitor in the last 24 hours',
        other: 'A part of the site failed for # visitors in the last 24 hours',
      });
    case 'worker':
      return t`Jobs wait, and no worker runs`;
    case 'jobs':
      return plural(amount, { one: '# job fails', other: '# jobs fail' });
    case 'payments':
      return plural(amount, { one: '# payment needs a decision', other: '# payments need a decision' });
    case 'orders':
      return plural(amount, { one: '# order is pending', other: '# orders are pending' });
    case 'mails':
      return plural(amount, { one: '# mail could not be delivered', other: '# mails could not be delivered' });
    case 'tickets':
      return plural(amount, { one: '# ticket without an answer', other: '# tickets without an answer' });
    case 'demo_requests':
      return plural(amount, { one: '# request for a demo', other: '# requests for a demo' });
  }
}

/** What fails or waits on the platform, each line with its remedy. */
export function PlatformAttention({ attention }: Pick<PlatformHome, 'attention'>) {
  return (
    <HomeCard id="platform-attention" title={<Trans>Needs attention</Trans>}>
      <AttentionList
        nothing={t`Nothing fails and nothing waits.`}
        lines={attention.map((line) => ({
          key: line.kind,
          text: describe(line),
          ...(line.since ? { detail: t`since ${formatDateTime(line.since)}` } : {}),
          isUrgent: urgent.includes(line.kind),
          ...remedies[line.kind],
        }))}
      />
    </HomeCard>
  );
}
