import { globSync } from 'node:fs';
import path from 'node:path';
import { rspack, type WebpackPluginInstance } from '@rspack/core';
import { root } from '../root.ts';

/** Pictures of what add-ons do: each has them in its folder, named after what a licence of it switches on. */
const pattern = 'addons/*/pictures/*.webp';

/** The pictures that are part of an app's build, relative to the repository root: those of all add-ons in the store that sells them. */
export const addonPictures = (app: string): string[] => (app === 'mfe-store' ? globSync(pattern, { cwd: root }).sort() : []);

/** Tells an app's code which add-ons have pictures in this build. */
export function defineAddonPictures(app: string): WebpackPluginInstance[] {
  const names = addonPictures(app).map((file) => path.basename(file, '.webp'));
  if (names.length === 0) return [];
  return [new rspack.DefinePlugin({ ADDON_PICTURES: JSON.stringify(names) })];
}

/** Copies them to `pictures/`, where a page finds one by its name alone. */
export function copyAddonPictures(app: string): WebpackPluginInstance[] {
  if (addonPictures(app).length === 0) return [];
  return [
    new rspack.CopyRspackPlugin({ patterns: [{ context: root, from: pattern, to: 'pictures/[name][ext]', info: { minimized: true } }] }),
  ];
}
