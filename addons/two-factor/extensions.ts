import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './module.ts';

const { name } = manifest;

export const homeCard = defineExtension<'home/cards'>(name, async () => (await import('./slots/HomeCard.tsx')).HomeCard, catalogues);
export const profileCard = defineExtension<'profile/cards'>(
  name,
  async () => (await import('./slots/ProfileCard.tsx')).ProfileCard,
  catalogues,
);

export const help = async () => (await import('./help.ts')).help;
