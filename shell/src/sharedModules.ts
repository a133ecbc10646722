/**
 * Modules the shell shares with the remotes, which are built without a copy of their own. Each stays in a chunk of its own
 * and is downloaded when the first remote imports it.
 */
export const sharedModules: readonly (() => Promise<unknown>)[] = [
  () => import('@masomo/i18n'),
  () => import('@masomo/data'),
  () => import('@masomo/data/zod'),
  () => import('@masomo/auth'),
  () => import('@masomo/navigation'),
  () => import('@masomo/remote'),
  () => import('@masomo/design-system'),
  () => import('@masomo/design-system/fields'),
  () => import('@masomo/design-system/forms'),
  () => import('@masomo/design-system/overlays'),
  () => import('@masomo/design-system/popups'),
  () => import('@masomo/design-system/plainTable'),
  () => import('@masomo/design-system/tables'),
  () => import('@masomo/design-system/admin'),
  () => import('@masomo/design-system/charts'),
];
