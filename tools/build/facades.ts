/** A module that the shell provides to remotes at run time. */
export type Facade = {
  /** The import specifier, exactly as written in the sources. */
  name: string;
  /** True when a first visit to a public page needs it; its chunk then belongs to the shell's initial files. */
  firstVisit: boolean;
  /** True when screens load it after their first paint: it is no part of what staff load before. */
  isLater?: boolean;
};

/** Libraries that must exist once per page, because React hooks and roots fail with two copies. */
export const sharedLibraries: readonly Facade[] = [
  { name: 'react', firstVisit: true },
  { name: 'react/jsx-runtime', firstVisit: true },
  { name: 'react-dom', firstVisit: true },
  { name: 'react-dom/client', firstVisit: true },
];

/** The product's own facades, compiled once by the shell; `shell/src/sharedModules.ts` must import each of them. */
export const facades: readonly Facade[] = [
  { name: '@masomo/i18n', firstVisit: true },
  { name: '@masomo/data', firstVisit: true },
  { name: '@masomo/data/zod', firstVisit: false },
  { name: '@masomo/auth', firstVisit: true },
  { name: '@masomo/navigation', firstVisit: true },
  { name: '@masomo/remote', firstVisit: true },
  { name: '@masomo/design-system', firstVisit: true },
  { name: '@masomo/design-system/fields', firstVisit: false },
  { name: '@masomo/design-system/forms', firstVisit: false },
  { name: '@masomo/design-system/overlays', firstVisit: false },
  { name: '@masomo/design-system/popups', firstVisit: false },
  { name: '@masomo/design-system/plainTable', firstVisit: false },
  { name: '@masomo/design-system/tables', firstVisit: false },
  { name: '@masomo/design-system/admin', firstVisit: false },
  { name: '@masomo/design-system/charts', firstVisit: false, isLater: true },
];

/** Every module that remotes take from the shell. */
export const sharedModules: readonly Facade[] = [...sharedLibraries, ...facades];

const sharedNames = new Set(sharedModules.map((facade) => facade.name));

/** Whether the shell provides this import at run time. */
export function isShared(specifier: string): boolean {
  return sharedNames.has(specifier);
}

/** Module Federation's `shared` option; only the host bundles a copy. */
export function sharedOption(isHost: boolean): Record<string, { singleton: true; requiredVersion: false; import?: false }> {
  return Object.fromEntries(
    sharedModules.map(({ name }) => [name, { singleton: true, requiredVersion: false, ...(isHost ? {} : { import: false }) }]),
  );
}
