export * from './router.ts';
export { RemoteRouter, provideNavigation, type NavigationSource } from './RemoteRouter.tsx';
export { hasUnsavedChanges, holdWhile, isUnheld, leavesAnyway, useUnsavedChanges } from './unsavedChanges.ts';
