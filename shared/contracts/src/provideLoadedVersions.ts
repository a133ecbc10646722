export const loadedVersionsKey = Symbol.for('masomo.loadedVersions');

/** Installed by the shell: reads the versions loaded in this tab. */
export function provideLoadedVersions(read: () => Readonly<Record<string, string>>): void {
  Reflect.set(globalThis, loadedVersionsKey, read);
}
