import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { AppLink, ColorModeButton, HStack, LogoMark, Stack, Text } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { DemonstrationMark } from '@masomo/remote/DemonstrationMark';
import { LanguageButton, LanguageMenuButton } from '@masomo/remote/LanguageButton';
import { storeMenu } from './storeMenu.ts';

/** Layout of the store manager: its menu, the signed-in user and links back to the dashboard and the store. */
export function StoreManagerLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
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
      header={
        <>
          <DemonstrationMark label={t`Demonstration data`} />
          <Text fontSize="sm" color="fg.muted" truncate>
            {user?.email}
          </Text>
          <LanguageButton hideBelow="sm" />
          <ColorModeButton />
        </>
      }
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
