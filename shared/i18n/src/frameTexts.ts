import type { Catalogues } from '@masomo/i18n';

/** What only the frame of signed-in screens says: menus, search, notifications. Public pages do without it. */
export const frameTexts: Catalogues = { sw: () => import('./frame-texts/sw.ts') };
