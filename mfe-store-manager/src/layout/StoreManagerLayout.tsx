import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { AppLink, HStack, LogoMark, Stack, Text } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { LanguageMenuButton } from '@masomo/remote/LanguageButton';
import { OpenedRecordsNotice } from '@masomo/remote/OpenedRecordsNotice';
import { storeMenu } from './storeMenu.ts';

/** Layout of the store manager: its menu, its header and links back to the dashboard and the store. */
export function StoreManagerLayout({ children }: { children: ReactNode }) {
  const canManage = useIsAllowed('store:manage');
  return (
    <AdminLayout
      label={t`Store manager`}
      brand={
        <HStack gap="2">
          <LogoMark size={24} />
          <Text fontWeight="700">
            <Trans>Store</Trans>
          </Text>
        </HStack>
      }
      menu={storeMenu(canManage)}
      header={<AccountHeader />}
      notice={<OpenedRecordsNotice />}
      footer={
        <Stack gap="2" fontSize="sm">
          <AppLink to="/dashboard">
            <Trans>Back to dashboard</Trans>
          </AppLink>
          <AppLink to="/store">
            <Trans>View store</Trans>
          </AppLink>
          <LanguageMenuButton />
        </Stack>
      }
    >
      {children}
    </AdminLayout>
  );
}
