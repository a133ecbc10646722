import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed, useSession } from '@masomo/auth';
import { Stack, Text } from '@masomo/design-system';
import { PageHeader, ScreenNav } from '@masomo/design-system/admin';
import type { ReactNode } from 'react';

export const gateHome = '/dashboard/addons/qr-attendance';

/** Whether the add-on's licence is over: everything can be read and nothing changed. */
export function useIsReadOnly(): boolean {
  return useSession().user?.features?.['addon:qr-attendance'] === 'read-only';
}

type GateFrameProps = {
  current: '' | '/scan' | '/cards' | '/late' | '/missing' | '/settings';
  title: string;
  description: string;
  actions?: ReactNode;
};

/** Heading and navigation of the add-on's screens. */
export function GateHeader({ current, title, description, actions }: GateFrameProps) {
  const canIssue = useIsAllowed('student:write');
  const canSet = useIsAllowed('school:run');
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Today` },
    { to: '/scan', label: t`Scan` },
    ...(canIssue ? [{ to: '/cards', label: t`Cards` }] : []),
    { to: '/late', label: t`Late arrivals` },
    { to: '/missing', label: t`Not seen` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <Stack gap="0">
      <PageHeader title={title} description={description} actions={actions} />
      <ScreenNav label={t`QR attendance`} links={links} current={current} toAddress={(to) => gateHome + to} />
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          <Trans>
            The licence for this add-on has expired. You can still read everything; to scan again, ask an administrator to renew it in the
            store.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}
