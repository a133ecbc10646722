import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './manifest.ts';

const { name } = manifest;

export const homeCard = defineExtension<'home/cards'>(name, async () => (await import('./extensions/HomeCard.tsx')).HomeCard, catalogues);
export const profileCard = defineExtension<'profile/cards'>(
  name,
  async () => (await import('./extensions/ProfileCard.tsx')).ProfileCard,
  catalogues,
);
