import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ButtonLink, HStack, Text } from '@masomo/design-system';
import { quickFeesHome, useIsReadOnly } from './quickFeesHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function QuickFeesNav({ current }: { current: '' | '/receipts' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Take fees` },
    { to: '/receipts', label: t`Receipts and totals` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <>
      <HStack as="nav" aria-label={t`Quick Fees`} gap="2" mb="5" wrap="wrap">
        {links.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={quickFeesHome + to}
            size="sm"
            variant={to === current ? 'subtle' : 'ghost'}
            {...(to === current ? { 'aria-current': 'page' as const } : {})}
          >
            {label}
          </ButtonLink>
        ))}
      </HStack>
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          <Trans>
            The licence for this add-on has expired. You can still read receipts; to take fees here again, ask an administrator to renew it
            in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
