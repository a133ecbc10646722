import type { FrameRequest } from '@masomo/contracts/frame';
import { appColors, appIcons } from '@masomo/design-system/server';

/** The web app manifest, for the installed site. */
export function webManifest({ config }: Pick<FrameRequest, 'config'>) {
  const { name } = config.brand;
  return {
    id: '/',
    name: `${name}: school management`,
    short_name: name,
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
}
