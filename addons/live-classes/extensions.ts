import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './module.ts';

const { name } = manifest;

export const studentCard = defineExtension<'student-page/cards'>(
  name,
  async () => (await import('./slots/StudentCard.tsx')).StudentCard,
  catalogues,
);
export const teacherCard = defineExtension<'home/cards'>(
  name,
  async () => (await import('./slots/TeacherCard.tsx')).TeacherCard,
  catalogues,
);
export const familyCard = defineExtension<'home/cards'>(name, async () => (await import('./slots/FamilyCard.tsx')).FamilyCard, catalogues);

export const help = async () => (await import('./help.ts')).help;
