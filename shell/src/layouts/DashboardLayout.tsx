import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { isReadOnlyWith, useSession } from '@masomo/auth';
import { findScreen, ownerOf } from '@masomo/contracts/findScreen';
import { barOf, inGroups } from '@masomo/contracts/menuGroups';
import { labelOf, menuOf, screensOf, titlesOf, trailOf } from '@masomo/contracts/menus';
import { useQuery } from '@masomo/data';
import { countWaiting, waitingAt, waitingKeys, waitingTopics, type Waiting } from '@masomo/data/platform/waiting';
import { AppLink, HStack, Logo, LogoMark, Stack, Text } from '@masomo/design-system';
import { AdminLayout, Breadcrumbs } from '@masomo/design-system/admin';
import { currentLanguage } from '@masomo/i18n';
import { provideScreens, useLocation } from '@masomo/navigation';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { LanguageMenuButton } from '@masomo/remote/LanguageButton';
import { OpenedRecordsNotice } from '@masomo/remote/OpenedRecordsNotice';
import { useAfterFirstScreen } from '@masomo/remote/useAfterFirstScreen';
import { CommandMenuButton } from '../dashboard/CommandMenuButton.tsx';
import { HelpButton } from '../dashboard/HelpButton.tsx';
import { NotificationBell } from '../dashboard/NotificationBell.tsx';
import { useFreshFeatures } from '../addons/useFreshFeatures.ts';
import { useConfig } from '../ConfigContext.ts';
import { registryStore, useRegistry } from '../registry/registryStore.ts';
import { headingOf } from './menuHeadings.ts';
import { showInterfaceFont } from './showInterfaceFont.ts';
import { SkipLink } from './SkipLink.tsx';

// The dashboard's home links to screens of all remotes, and a remote knows only its own.
provideScreens((person) => {
  const [registry, language] = [registryStore.get(), currentLanguage()];
  const listed = new Set(menuOf(registry, person, language).map(({ path }) => path));
  return screensOf(registry, person, language).map((screen) => ({ ...screen, isListed: listed.has(screen.path) }));
});

const profilePath = '/dashboard/profile';
const noticesPath = '/dashboard/notifications';
const nothing: readonly Waiting[] = [];

/** The frame of every signed-in screen: the side menu of the role or of the area, where the person is, search, notifications and account. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { brand } = useConfig();
  const registry = useRegistry();
  const { pathname } = useLocation();
  useFreshFeatures();
  useEffect(() => void showInterfaceFont(), []);
  // The figures of the menu: reading them draws the whole frame once more.
  const isCounting = useAfterFirstScreen() && user && !user.hasToEnrol;
  const { data: waiting = nothing } = useQuery(isCounting ? waitingKeys.all(user.id) : null, countWaiting, {
    live: waitingTopics,
  });
  const unread = waitingAt(waiting, noticesPath);
  if (!user) return null;
  const language = currentLanguage();
  const owner = ownerOf(registry, pathname)?.manifest;
  const area = user.hasToEnrol ? undefined : owner?.area;
  const listed = owner && area ? titlesOf(owner, user, language) : menuOf(registry, user, language);
  // Until an authenticator app is set up, every other screen leads back to the profile.
  const entries = inGroups(listed.filter(({ path }) => !user.hasToEnrol || path === profilePath));
  const menu = entries.map(({ path, label, icon, bar, group }) => {
    // Only its own address highlights the first one, which is above all others; an add-on's entry stands for all its screens.
    const end = path === '/dashboard' || (area !== undefined && path === owner?.owns[0]);
    const heading = headingOf(group, entries.length);
    const isEnded = isReadOnlyWith(user.features, findScreen(registry, path)?.remote.manifest.requires);
    const count = waitingAt(waiting, path, end);
    return {
      path,
      label: isEnded ? t`${label} (expired)` : label,
      icon,
      end,
      ...(bar === undefined ? {} : { bar }),
      ...(heading ? { group: heading } : {}),
      ...(count > 0 ? { count } : {}),
    };
  });
  return (
    <>
      <SkipLink />
      <AdminLayout
        label={area ? labelOf(area.name, language) : t`Dashboard`}
        brand={
          area ? (
            <HStack gap="2">
              <LogoMark size={24} />
              <Text fontWeight="700">{labelOf(area.brand, language)}</Text>
            </HStack>
          ) : (
            <AppLink to="/" aria-label={t`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
              <Logo name={brand.name} size={24} />
            </AppLink>
          )
        }
        menu={menu}
        bar={user.hasToEnrol ? [] : barOf(menu)}
        trail={<Breadcrumbs trail={user.hasToEnrol ? [] : trailOf(registry, pathname, user, language)} pathname={pathname} />}
        header={
          <AccountHeader unread={unread} worksOffline={findScreen(registry, pathname)?.route.offline === true}>
            {!user.hasToEnrol && (
              <>
                <CommandMenuButton user={user} />
                <NotificationBell user={user} unread={unread} />
                <HelpButton pathname={pathname} />
              </>
            )}
          </AccountHeader>
        }
        footer={
          <Stack gap="2" fontSize="sm">
            {area && (
              <>
                <AppLink to="/dashboard">
                  <Trans>Back to dashboard</Trans>
                </AppLink>
                <AppLink to={area.site.path}>{labelOf(area.site, language)}</AppLink>
              </>
            )}
            {!user.hasToEnrol && (
              <AppLink to="/dashboard/help">
                <Trans>Help</Trans>
              </AppLink>
            )}
            <LanguageMenuButton />
          </Stack>
        }
        notice={<OpenedRecordsNotice />}
      >
        {children}
      </AdminLayout>
    </>
  );
}
