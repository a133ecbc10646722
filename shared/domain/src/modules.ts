import type { ModuleDeclaration } from '@masomo/contracts/moduleDeclaration';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { rolesWith, type CorePermission } from './permissions.ts';
import type { Role } from './roles.ts';
import { manifestScreens, manifestTitles, type ScreenDefinition } from './screens.ts';

type OwnPermission = {
  sentence: string;
  roles: readonly Exclude<Role, 'super_admin' | 'user'>[];
  isAboutChildren?: true;
  isGuarded?: true;
};

/** What a module or an add-on is, as its `module.ts` says it. */
export type ModuleParts<Own extends string> = {
  /** `module:library` of modules/library, `addon:library` of addons/library: by which a school has it. */
  feature: `${'module' | 'addon'}:${string}`;
  /** What the product calls an add-on where it is sold, or what it is sold as by feature, each of which switches on the whole remote. */
  soldAs?: ModuleDeclaration['soldAs'];
  permissions: Readonly<Record<Own, OwnPermission>>;
  screens: readonly ScreenDefinition<CorePermission | NoInfer<Own>>[];
  /** What it puts into slots of other screens: for those who have a permission, or for these roles. */
  slots?: readonly { slot: string; export: string; for: CorePermission | NoInfer<Own> | readonly Role[]; order: number }[];
  settings?: ModuleDeclaration['settings'];
  records: ModuleDeclaration['records'];
  tablesWithoutPeople?: readonly string[];
};

/**
 * What a module or an add-on declares: `manifest` is what browsers are told of it (`@masomo/contracts/remoteManifest`), `declaration` what
 * the database and the tests are (`@masomo/contracts/moduleDeclaration`). Permissions become the roles that have them by default.
 */
export function defineModule<Own extends string = never>(parts: ModuleParts<Own>) {
  const { feature, soldAs, permissions, screens, slots = [], settings = [], records, tablesWithoutPeople } = parts;
  const rolesOf = (name: CorePermission | Own): readonly Role[] =>
    name in permissions ? permissions[name as Own].roles : rolesWith(name as CorePermission);
  const switches = typeof soldAs === 'object' ? Object.keys(soldAs) : [];
  // All that a school adds is listed together.
  const listed = screens.map((screen) => ({ ...screen, menu: screen.menu.map((place) => ({ group: 'addons' as const, ...place })) }));
  const titled = screens.filter(({ menu, isRecord }) => menu.length === 0 && !isRecord);
  const manifest: RemoteManifest = {
    name: feature.replace(':', '-'),
    owns: [feature, ...switches].map((name) => `/dashboard/${name.replace('module:', '').replace('addon:', 'addons/')}`),
    ...manifestScreens('dashboard' as const, listed, rolesOf),
    ...(titled.length > 0 ? { titles: manifestTitles(titled, rolesOf) } : {}),
    prerender: false,
    requires: switches.length > 0 ? switches : [feature],
    ...(slots.length > 0
      ? { extensions: slots.map(({ for: whom, ...slot }) => ({ ...slot, roles: [...(typeof whom === 'string' ? rolesOf(whom) : whom)] })) }
      : {}),
    ...(settings.length > 0 ? { settings } : {}),
  };
  return {
    manifest,
    declaration: {
      feature,
      ...(soldAs ? { soldAs } : {}),
      permissions,
      settings,
      records,
      ...(tablesWithoutPeople ? { tablesWithoutPeople } : {}),
    },
  };
}
