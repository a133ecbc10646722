import { catalogues } from '@masomo/i18n/catalogues';
import { defineRemote } from '@masomo/remote';
import { App } from './App.tsx';
import { manifest } from './module.ts';

export const { bootstrap, mount, unmount, update } = defineRemote(manifest.name, App, catalogues);
