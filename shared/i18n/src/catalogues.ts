import type { Catalogues } from '@masomo/i18n';

/** The texts of the app that this module is compiled into; English is in its sources. */
export const catalogues: Catalogues = { sw: () => import('./catalogues/sw.ts') };
