import { appOrigin, type SchoolApp } from './schoolApp.ts';
import { iconPath } from './appIcons.ts';

/** Where an installed app opens; the gateway leads on from there. */
export const startPath = '/start-app';

/** The web app manifest of a school. Its identity and its scope are an origin of its own, which nothing of another school reaches. */
export function appManifest(app: SchoolApp, origin: string) {
  const own = appOrigin(app, origin);
  const icon = (kind: 'icon' | 'maskable', size: number) => ({
    src: `${own}${iconPath(app, kind, size)}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: kind === 'icon' ? 'any' : 'maskable',
  });
  return {
    id: `${own}/?school=${app.school_id}`,
    name: app.name,
    short_name: app.short_name,
    start_url: `${own}${startPath}`,
    scope: `${own}/`,
    display: 'standalone',
    theme_color: app.color,
    background_color: app.background,
    categories: ['education'],
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 192), icon('maskable', 512)],
    shortcuts: [{ name: 'Notifications', url: `${own}/dashboard/notifications` }],
    ...(app.package_name && {
      related_applications: [
        { platform: 'play', id: app.package_name, url: `https://play.google.com/store/apps/details?id=${app.package_name}` },
      ],
    }),
  };
}

/** Which apps a phone may open this address in without the browser's bar: the school's own, signed by either of its keys. */
export function assetLinks({ package_name: packageName, fingerprints }: SchoolApp): object[] {
  return packageName === null || fingerprints.length === 0
    ? []
    : [
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
        },
      ];
}
