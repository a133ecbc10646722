export * from './router.ts';
export { RemoteRouter, provideNavigation, type NavigationSource } from './RemoteRouter.tsx';
export {
  hasUnsavedChanges,
  confirmLeavingWhile as holdWhile,
  skipsUnsavedCheck as isUnheld,
  skipUnsavedCheck as leavesAnyway,
  useUnsavedChanges,
} from './unsavedChanges.ts';
