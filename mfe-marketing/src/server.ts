// Entry of the server build: public pages as HTML, the sitemap and robots.txt.
import { defineServer } from '@masomo/remote/server';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';
import { loadPage } from './server/loadPage.ts';

export const render = defineServer(manifest.name, App, loadPage);
export { robots, sitemap } from './server/sitemap.ts';
