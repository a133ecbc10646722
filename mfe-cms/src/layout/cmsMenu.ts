import { t } from '@lingui/core/macro';
import { isAllowed, type SessionUser } from '@masomo/auth';
import type { AdminMenuEntry } from '@masomo/design-system/admin';
import type { Permission } from '@masomo/domain/permissions';

const entries = (): readonly (AdminMenuEntry & { permission: Permission })[] => [
  { path: '/dashboard/cms', label: t`Dashboard`, icon: 'dashboard', end: true, permission: 'page:write' },
  { path: '/dashboard/cms/pages', label: t`Pages`, icon: 'page', permission: 'page:write' },
  { path: '/dashboard/cms/sections', label: t`Sections`, icon: 'sections', permission: 'page:write' },
  { path: '/dashboard/cms/content', label: t`Questions`, icon: 'support', end: true, permission: 'content:write' },
  { path: '/dashboard/cms/content/testimonials', label: t`Testimonials`, icon: 'announcement', permission: 'content:write' },
  { path: '/dashboard/cms/media', label: t`Media`, icon: 'media', permission: 'media:write' },
  { path: '/dashboard/cms/pricing', label: t`Pricing`, icon: 'price', permission: 'price:write' },
  { path: '/dashboard/cms/redirects', label: t`Redirects`, icon: 'record', permission: 'page:write' },
  { path: '/dashboard/cms/users', label: t`Users`, icon: 'users', permission: 'user:read' },
  { path: '/dashboard/cms/settings', label: t`Settings`, icon: 'settings', permission: 'settings:write' },
];

/** The entries of the CMS's menu that a person may use, in order. */
export function cmsMenu(user: Pick<SessionUser, 'role' | 'permissions'>): AdminMenuEntry[] {
  return entries().filter(({ permission }) => isAllowed(user, permission));
}
