import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSession } from '@masomo/auth';
import { AppLink, HStack, LogoMark, Stack, Text } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { LanguageMenuButton } from '@masomo/remote/LanguageButton';
import { OpenedRecordsNotice } from '@masomo/remote/OpenedRecordsNotice';
import { cmsMenu } from './cmsMenu.ts';

/** The layout of the CMS: its menu, its header, and links to the site and the dashboard. */
export function CmsLayout({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  const { user } = useSession();
  return (
    <AdminLayout
      label={t`CMS`}
      brand={
        <HStack gap="2">
          <LogoMark size={24} />
          <Text fontWeight="700">
            <Trans>CMS</Trans>
          </Text>
        </HStack>
      }
      menu={user ? cmsMenu(user) : []}
      header={<AccountHeader>{tools}</AccountHeader>}
      notice={<OpenedRecordsNotice />}
      footer={
        <Stack gap="2" fontSize="sm">
          <AppLink to="/dashboard">
            <Trans>Back to dashboard</Trans>
          </AppLink>
          <AppLink to="/">
            <Trans>View site</Trans>
          </AppLink>
          <LanguageMenuButton />
        </Stack>
      }
    >
      {children}
    </AdminLayout>
  );
}
