import { brandMark } from '@masomo/contracts/installation';
import { appColors, appIcons } from '@masomo/design-system/server';

/** The web app manifest, for the installed site. */
export const webManifest = {
  id: '/',
  name: `${brandMark}: school management`,
  short_name: brandMark,
  description: 'Admissions, assessment, timetables, fees and reports of a school in one place.',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  lang: 'en',
  categories: ['education', 'productivity'],
  ...appColors,
  icons: appIcons,
  shortcuts: [
    { name: 'Dashboard', url: '/dashboard' },
    { name: 'Store', url: '/store' },
  ],
};
