import { useFeature } from '@masomo/auth';

/** A module or an add-on by the feature that a school has it with. */
export type ModuleFeature = `addon:${string}` | `module:${string}`;

/** Where the screens of a module begin. */
export function moduleHome(feature: ModuleFeature): string {
  const [kind, slug] = feature.split(':');
  return `/dashboard/${kind}s/${slug}`;
}

/** Where a module is, and whether its licence is over: then everything can be read and nothing changed. */
export function useModule(feature: ModuleFeature): { home: string; isReadOnly: boolean } {
  return { home: moduleHome(feature), isReadOnly: useFeature(feature) === 'read-only' };
}
