import { t } from '@lingui/core/macro';
import { ScreenNav } from '@masomo/design-system/admin';

const financeLinks = [
  { to: '/dashboard/finances', label: t`Balances` },
  { to: '/dashboard/finances/payments', label: t`Payments` },
  { to: '/dashboard/finances/invoices', label: t`Invoices` },
  { to: '/dashboard/finances/fees', label: t`Fees and billing` },
] as const;

export function FinanceNav({ current }: { current: (typeof financeLinks)[number]['to'] }) {
  return <ScreenNav label={t`Finances`} links={financeLinks} current={current} />;
}
