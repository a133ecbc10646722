import { t } from '@lingui/core/macro';
import { ButtonLink, HStack } from '@masomo/design-system';

const financeLinks = [
  { to: '/dashboard/finances', label: t`Balances` },
  { to: '/dashboard/finances/payments', label: t`Payments` },
  { to: '/dashboard/finances/invoices', label: t`Invoices` },
  { to: '/dashboard/finances/fees', label: t`Fees and billing` },
] as const;

export function FinanceNav({ current }: { current: (typeof financeLinks)[number]['to'] }) {
  return (
    <HStack as="nav" aria-label={t`Finances`} gap="2" mb="5" wrap="wrap">
      {financeLinks.map(({ to, label }) => (
        <ButtonLink
          key={to}
          to={to}
          size="sm"
          variant={to === current ? 'subtle' : 'ghost'}
          {...(to === current ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </ButtonLink>
      ))}
    </HStack>
  );
}
