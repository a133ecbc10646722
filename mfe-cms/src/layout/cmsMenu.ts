import type { AdminMenuEntry } from '@masomo/design-system/admin';

/** The CMS's menu, in order. */
export const cmsMenu: readonly AdminMenuEntry[] = [
  { path: '/dashboard/cms', label: 'Dashboard', icon: 'dashboard', end: true },
  { path: '/dashboard/cms/pages', label: 'Pages', icon: 'page' },
  { path: '/dashboard/cms/sections', label: 'Sections', icon: 'sections' },
  { path: '/dashboard/cms/media', label: 'Media', icon: 'media' },
  { path: '/dashboard/cms/content', label: 'Questions', icon: 'support', end: true },
  { path: '/dashboard/cms/content/testimonials', label: 'Testimonials', icon: 'announcement' },
  { path: '/dashboard/cms/pricing', label: 'Pricing', icon: 'price' },
  { path: '/dashboard/cms/redirects', label: 'Redirects', icon: 'record' },
  { path: '/dashboard/cms/users', label: 'Users', icon: 'users' },
  { path: '/dashboard/cms/settings', label: 'Settings', icon: 'settings' },
];
