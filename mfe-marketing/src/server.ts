// Entry of the server build: public pages as HTML, their addresses, and the sitemap.
import { defineServer } from '@masomo/remote/server';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';
import { loadPage } from './server/loadPage.ts';

export const render = defineServer(manifest.name, App, loadPage);
export { addresses } from './server/addresses.ts';
export { sitemap } from './server/sitemap.ts';
