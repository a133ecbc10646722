import type { Catalogues } from '@masomo/i18n';

/** What the database of modules and add-ons says, for people who are signed in: public pages do without it. */
export const moduleTexts: Catalogues = { sw: () => import('./module-texts/sw.ts') };
