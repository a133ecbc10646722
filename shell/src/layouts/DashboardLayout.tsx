import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isReadOnlyWith, useSession } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { menuOf, screensOf } from '@masomo/contracts/menus';
import { AppLink, Logo } from '@masomo/design-system';
import { AdminLayout } from '@masomo/design-system/admin';
import { currentLanguage } from '@masomo/i18n';
import { provideScreens, useLocation } from '@masomo/navigation';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { LanguageMenuButton } from '@masomo/remote/LanguageButton';
import { OpenedRecordsNotice } from '@masomo/remote/OpenedRecordsNotice';
import { CommandMenuButton } from '../dashboard/CommandMenuButton.tsx';
import { NotificationBell } from '../dashboard/NotificationBell.tsx';
import { useFreshFeatures } from '../addons/useFreshFeatures.ts';
import { useConfig } from '../ConfigContext.ts';
import { registryStore, useRegistry } from '../registry/registryStore.ts';
import { SkipLink } from './SkipLink.tsx';

// The dashboard's home links to screens of all remotes, and a remote knows only its own.
provideScreens((person) => screensOf(registryStore.get(), person, currentLanguage()));

const profilePath = '/dashboard/profile';

/** Layout of the staff dashboard: side menu of the role, search, notifications and the signed-in person. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { brand } = useConfig();
  const registry = useRegistry();
  const { pathname } = useLocation();
  useFreshFeatures();
  if (!user) return null;
  // Until an authenticator app is set up, every other screen leads back to the profile.
  const entries = menuOf(registry, user, currentLanguage()).filter(({ path }) => !user.hasToEnrol || path === profilePath);
  // Only its own address highlights Dashboard, which is above all others.
  const menu = entries.map(({ path, label, icon }) => ({
    path,
    label: isReadOnlyWith(user.features, findScreen(registry, path)?.remote.manifest.requires) ? t`${label} (expired)` : label,
    icon,
    end: path === '/dashboard',
  }));
  return (
    <>
      <SkipLink />
      <AdminLayout
        label={t`Dashboard`}
        brand={
          <AppLink to="/" aria-label={t`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
            <Logo name={brand.name} size={24} />
          </AppLink>
        }
        menu={menu}
        header={
          <AccountHeader worksOffline={findScreen(registry, pathname)?.route.offline === true}>
            {!user.hasToEnrol && (
              <>
                <CommandMenuButton user={user} />
                <NotificationBell userId={user.id} />
              </>
            )}
          </AccountHeader>
        }
        footer={<LanguageMenuButton />}
        notice={<OpenedRecordsNotice />}
      >
        {children}
      </AdminLayout>
    </>
  );
}
