import type { ReactNode } from 'react';
import { useSession } from '@masomo/auth';
import { AppLink, ColorModeButton, HStack, LogoMark, Stack, Text } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { storeMenu } from './storeMenu.ts';

/** The frame of the store manager: its own menu, who is signed in, and the ways out. */
export function StoreManagerLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return (
    <AdminLayout
      label="Store manager"
      brand={
        <HStack gap="2">
          <LogoMark size={24} />
          <Text fontWeight="700">Store</Text>
        </HStack>
      }
      menu={storeMenu(user?.role === 'super_admin')}
      header={
        <>
          <Text fontSize="sm" color="fg.muted" truncate>
            {user?.email}
          </Text>
          <ColorModeButton />
        </>
      }
      footer={
        <Stack gap="2" fontSize="sm">
          <AppLink to="/dashboard">Back to dashboard</AppLink>
          <AppLink to="/store">View store</AppLink>
        </Stack>
      }
    >
      {children}
    </AdminLayout>
  );
}
