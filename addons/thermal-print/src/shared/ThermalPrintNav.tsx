import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink, HStack, Text } from '@masomo/design-system';
import { thermalPrintHome, useIsReadOnly } from './thermalPrintHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function ThermalPrintNav({ current }: { current: '' | '/prints' }) {
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Paper` },
    { to: '/prints', label: t`Prints` },
  ];
  return (
    <>
      <HStack as="nav" aria-label={t`Thermal Print`} gap="2" mb="5" wrap="wrap">
        {links.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={thermalPrintHome + to}
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
            The licence for this add-on has expired. To print on receipt paper again, ask an administrator to renew it in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
