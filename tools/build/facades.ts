/** One module that the shell offers at run time and remotes take from it. */
export type Facade = {
  /** The import's name, exactly as written in the sources. */
  name: string;
  /** True when the very first visit of a public page runs it; its chunk is then part of the shell's initial files. */
  firstVisit: boolean;
};

/** The libraries under the facades. Their copy must be one, or hooks and roots fail. */
export const sharedLibraries: readonly Facade[] = [
  { name: 'react', firstVisit: true },
  { name: 'react/jsx-runtime', firstVisit: true },
  { name: 'react-dom', firstVisit: true },
  { name: 'react-dom/client', firstVisit: true },
];

/** The product's own facades: compiled once, by the shell. `shell/src/sharedModules.ts` must import each of them. */
export const facades: readonly Facade[] = [
  { name: '@masomo/data', firstVisit: true },
  { name: '@masomo/auth', firstVisit: true },
  { name: '@masomo/navigation', firstVisit: true },
  { name: '@masomo/remote', firstVisit: true },
  { name: '@masomo/design-system', firstVisit: true },
  { name: '@masomo/design-system/forms', firstVisit: false },
  { name: '@masomo/design-system/overlays', firstVisit: false },
  { name: '@masomo/design-system/tables', firstVisit: false },
  { name: '@masomo/design-system/admin', firstVisit: false },
];

/** Everything a remote leaves to the shell. */
export const sharedModules: readonly Facade[] = [...sharedLibraries, ...facades];

const sharedNames = new Set(sharedModules.map((facade) => facade.name));

/** Is this import answered by the shell at run time? */
export function isShared(specifier: string): boolean {
  return sharedNames.has(specifier);
}

/** The `shared` option of Module Federation; only the host compiles a copy. */
export function sharedOption(isHost: boolean): Record<string, { singleton: true; requiredVersion: false; import?: false }> {
  return Object.fromEntries(
    sharedModules.map(({ name }) => [name, { singleton: true, requiredVersion: false, ...(isHost ? {} : { import: false }) }]),
  );
}
