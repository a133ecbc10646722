/**
 * Every shared module must be in the shell's own module graph: remotes are built without a copy to fall back to.
 * Each stays in a chunk of its own and is downloaded by the first remote that asks for it.
 */
export const sharedModules: readonly (() => Promise<unknown>)[] = [
  () => import('@masomo/data'),
  () => import('@masomo/auth'),
  () => import('@masomo/navigation'),
  () => import('@masomo/remote'),
  () => import('@masomo/design-system'),
  () => import('@masomo/design-system/forms'),
  () => import('@masomo/design-system/overlays'),
  () => import('@masomo/design-system/tables'),
  () => import('@masomo/design-system/admin'),
];
