import type { AdminMenuEntry } from '@masomo/design-system/admin';
import { may, type Permission } from '@masomo/domain/permissions';
import type { Role } from '@masomo/domain/roles';

const entries: readonly (AdminMenuEntry & { permission: Permission })[] = [
  { path: '/dashboard/cms', label: 'Dashboard', icon: 'dashboard', end: true, permission: 'page:write' },
  { path: '/dashboard/cms/pages', label: 'Pages', icon: 'page', permission: 'page:write' },
  { path: '/dashboard/cms/sections', label: 'Sections', icon: 'sections', permission: 'page:write' },
  { path: '/dashboard/cms/content', label: 'Questions', icon: 'support', end: true, permission: 'content:write' },
  { path: '/dashboard/cms/content/testimonials', label: 'Testimonials', icon: 'announcement', permission: 'content:write' },
  { path: '/dashboard/cms/media', label: 'Media', icon: 'media', permission: 'media:write' },
  { path: '/dashboard/cms/pricing', label: 'Pricing', icon: 'price', permission: 'price:write' },
  { path: '/dashboard/cms/redirects', label: 'Redirects', icon: 'record', permission: 'page:write' },
  { path: '/dashboard/cms/users', label: 'Users', icon: 'users', permission: 'user:read' },
  { path: '/dashboard/cms/settings', label: 'Settings', icon: 'settings', permission: 'settings:write' },
];

/** The entries of the CMS's menu that a role may use, in order. */
export function cmsMenu(role: Role): AdminMenuEntry[] {
  return entries.filter(({ permission }) => may(role, permission));
}
