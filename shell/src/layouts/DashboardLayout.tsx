import type { ReactNode } from 'react';
import { signOut, useSession } from '@masomo/auth';
import { AppLink, Button, ColorModeButton, Logo } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { CommandMenuButton } from '../dashboard/CommandMenuButton.tsx';
import { NotificationBell } from '../dashboard/NotificationBell.tsx';
import { useConfig } from '../ConfigContext.ts';
import { useRegistry } from '../registry/registryStore.ts';
import { menuForRole } from './menuForRole.ts';
import { PersonBadge } from './PersonBadge.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The frame of the staff dashboard: the menu of the role, who is signed in, the way out. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { brand } = useConfig();
  const registry = useRegistry();
  const menu = user ? menuForRole(registry, user.role) : [];
  if (!user) return null;
  return (
    <>
      <SkipLink />
      <AdminLayout
        label="Dashboard"
        brand={
          <AppLink to="/" aria-label={`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
            <Logo name={brand.name} size={24} />
          </AppLink>
        }
        menu={menu}
        header={
          <>
            <CommandMenuButton user={user} />
            <NotificationBell userId={user.id} />
            <PersonBadge user={user} />
            <ColorModeButton />
            <Button size="sm" variant="outline" onClick={() => void signOut()}>
              Sign out
            </Button>
          </>
        }
      >
        {children}
      </AdminLayout>
    </>
  );
}
