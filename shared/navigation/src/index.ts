export * from './router.ts';
export { RemoteRouter, provideNavigation, type NavigationSource } from './RemoteRouter.tsx';
export {
  hasUnsavedChanges,
  confirmLeavingWhile,
  skipsUnsavedCheck,
  skipUnsavedCheck,
  useUnsavedChanges,
  type LeaveQuestion,
} from './unsavedChanges.ts';
export { provideScreens, screensForRole, type ScreenLink } from './screens.ts';
