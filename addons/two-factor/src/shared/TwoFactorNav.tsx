import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink, HStack, Text } from '@masomo/design-system';
import { twoFactorHome, useIsReadOnly } from './twoFactorHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function TwoFactorNav({ current }: { current: '' | '/people' | '/log' | '/settings' }) {
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Rules` },
    { to: '/people', label: t`People` },
    { to: '/log', label: t`Sign-in log` },
    { to: '/settings', label: t`Settings` },
  ];
  return (
    <>
      <HStack as="nav" aria-label={t`Two-step sign-in`} gap="2" mb="5" wrap="wrap">
        {links.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={twoFactorHome + to}
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
            The licence for this add-on has expired. The rules still apply and you can read everything; to make changes, ask an
            administrator to renew it in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
