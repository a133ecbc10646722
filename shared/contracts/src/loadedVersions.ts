import * as z from 'zod/mini';
import { appName } from './appName.ts';
import { loadedVersionsKey } from './provideLoadedVersions.ts';

/** Versions loaded together in one tab, by app. */
export const loadedVersionsSchema = z.record(z.string().check(z.regex(appName)), z.string().check(z.minLength(1), z.maxLength(40)));
export type LoadedVersions = z.infer<typeof loadedVersionsSchema>;

/** The versions loaded in this tab, to go with a support request; undefined without a shell. */
export function loadedVersions(): LoadedVersions | undefined {
  const read: unknown = Reflect.get(globalThis, loadedVersionsKey);
  return typeof read === 'function' ? loadedVersionsSchema.parse(read()) : undefined;
}
