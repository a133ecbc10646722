import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ButtonLink, HStack, Text } from '@masomo/design-system';
import { behaviourHome, useIsReadOnly } from './behaviourHome.ts';

/** Navigation of the staff's screens, and what an expired licence means. */
export function BehaviourNav({ current }: { current: '' | '/follow-ups' | '/report' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Records` },
    { to: '/follow-ups', label: t`Follow-ups` },
    { to: '/report', label: t`Report` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <>
      <HStack as="nav" aria-label={t`Behaviour`} gap="2" mb="5" wrap="wrap">
        {links.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={behaviourHome + to}
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
            The licence for this add-on has expired. You can still read everything; to record again, ask an administrator to renew it in the
            store.
          </Trans>
        </Text>
      )}
    </>
  );
}
