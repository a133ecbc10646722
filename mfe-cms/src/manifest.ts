import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, manifestTitles } from '@masomo/domain/screens';

export const manifest: RemoteManifest = {
  name: 'mfe-cms',
  owns: ['/dashboard/cms'],
  ...manifestScreens('dashboard', [
    { path: '/dashboard/cms', label: translatable('CMS'), icon: 'page', access: 'page:write', menu: [{ order: 180, group: 'site' }] },
  ]),
  area: {
    name: { label: translatable('CMS') },
    brand: { label: translatable('CMS') },
    site: { path: '/', label: translatable('View site') },
  },
  titles: manifestTitles([
    { path: '/dashboard/cms', label: translatable('Dashboard'), icon: 'dashboard', access: 'page:write', bar: 1 },
    { path: '/dashboard/cms/pages', label: translatable('Pages'), icon: 'page', access: 'page:write', bar: 2 },
    { path: '/dashboard/cms/sections', label: translatable('Sections'), icon: 'sections', access: 'page:write' },
    { path: '/dashboard/cms/content', label: translatable('Questions'), icon: 'support', access: 'content:write' },
    { path: '/dashboard/cms/content/testimonials', label: translatable('Testimonials'), icon: 'announcement', access: 'content:write' },
    { path: '/dashboard/cms/media', label: translatable('Media'), icon: 'media', access: 'media:write', bar: 3 },
    { path: '/dashboard/cms/pricing', label: translatable('Pricing'), icon: 'price', access: 'price:write', bar: 4 },
    { path: '/dashboard/cms/redirects', label: translatable('Redirects'), icon: 'record', access: 'page:write' },
    { path: '/dashboard/cms/users', label: translatable('Users'), icon: 'users', access: 'user:read' },
    { path: '/dashboard/cms/settings', label: translatable('Settings'), icon: 'settings', access: 'settings:write' },
  ]),
  prerender: false,
};
