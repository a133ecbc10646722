import * as z from 'zod/mini';

/** Versions that run together in one tab, by part. */
export const loadedVersionsSchema = z.record(
  z.string().check(z.regex(/^(shell|mfe-[a-z-]{1,40})$/)),
  z.string().check(z.minLength(1), z.maxLength(40)),
);
export type LoadedVersions = z.infer<typeof loadedVersionsSchema>;

const globalKey = Symbol.for('masomo.runningVersions');

/** The shell says how to find out what runs in this tab. */
export function provideLoadedVersions(read: () => LoadedVersions): void {
  Reflect.set(globalThis, globalKey, read);
}

/** What runs in this tab, to be told with whatever goes to support; undefined where no shell runs. */
export function loadedVersions(): LoadedVersions | undefined {
  const read: unknown = Reflect.get(globalThis, globalKey);
  return typeof read === 'function' ? loadedVersionsSchema.parse(read()) : undefined;
}
