import { strToU8, zipSync } from 'fflate';
import { iconPath } from '../schoolApp.ts';
import { projectIcons } from './projectIcons.ts';
import { projectTexts, type ProjectSource } from './projectTexts.ts';

async function readIcon(path: string): Promise<Uint8Array> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The icon ${path} could not be read: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The project of a school's app as a ZIP that Android Studio opens. */
export async function buildProject(source: ProjectSource): Promise<Uint8Array> {
  const icons = await Promise.all(projectIcons.map(async ({ path, icon }) => [path, await readIcon(iconPath(source.app, icon))] as const));
  const texts = Object.entries(projectTexts(source)).map(([path, text]) => [path, strToU8(text)] as const);
  const folder = source.fields.packageName;
  return zipSync(Object.fromEntries([...texts, ...icons].map(([path, content]) => [`${folder}/${path}`, content])));
}
