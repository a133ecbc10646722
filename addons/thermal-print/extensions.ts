import { catalogues } from '@masomo/i18n/catalogues';
import { defineExtension } from '@masomo/remote/defineExtension';
import { manifest } from './module.ts';

const { name } = manifest;

export const printButton = defineExtension<'receipt/actions'>(
  name,
  async () => (await import('./slots/PrintButton.tsx')).PrintButton,
  catalogues,
);
export const settingsCard = defineExtension<'settings/cards'>(
  name,
  async () => (await import('./slots/SettingsCard.tsx')).SettingsCard,
  catalogues,
);

export const help = async () => (await import('./help.ts')).help;
