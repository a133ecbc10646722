import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { moduleDeclarationSchema, type ModuleDeclaration } from '@masomo/contracts/moduleDeclaration';
import { root } from '../root.ts';
import { featureOf, foldersWith } from './access.ts';

/** Reads what the `module.ts` of a folder declares; throws when it is not a declaration, or of another feature than the folder's. */
async function readDeclaration(folder: string): Promise<ModuleDeclaration> {
  const file = pathToFileURL(path.join(root, folder, 'module.ts')).href;
  const { declaration } = (await import(/* @vite-ignore */ file)) as { declaration: unknown };
  const parsed = moduleDeclarationSchema.parse(declaration);
  if (parsed.feature !== featureOf(folder)) throw new Error(`${folder}/module.ts declares ${parsed.feature}, not ${featureOf(folder)}.`);
  return parsed;
}

/** What each module and add-on declares, by folder. */
export const moduleDeclarations: ReadonlyMap<string, ModuleDeclaration> = new Map(
  await Promise.all(foldersWith('module.ts').map(async (folder) => [folder, await readDeclaration(folder)] as const)),
);

/** Permissions of modules and add-ons, by name. */
export const modulePermissions: Readonly<ModuleDeclaration['permissions']> = Object.assign(
  {},
  ...[...moduleDeclarations.values()].map(({ permissions }) => permissions),
) as ModuleDeclaration['permissions'];
