import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './module.ts';

export const homeCard = defineExtension<'home/cards'>(
  manifest.name,
  async () => (await import('./slots/HomeCard.tsx')).HomeCard,
  catalogues,
);

export const help = async () => (await import('./help.ts')).help;
