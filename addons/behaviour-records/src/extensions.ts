import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './manifest.ts';

const { name } = manifest;

export const studentCard = defineExtension<'student-page/cards'>(
  name,
  async () => (await import('./extensions/StudentCard.tsx')).StudentCard,
  catalogues,
);
export const staffCard = defineExtension<'home/cards'>(
  name,
  async () => (await import('./extensions/StaffCard.tsx')).StaffCard,
  catalogues,
);
export const familyCard = defineExtension<'home/cards'>(
  name,
  async () => (await import('./extensions/FamilyCard.tsx')).FamilyCard,
  catalogues,
);
