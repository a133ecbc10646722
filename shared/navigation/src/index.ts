export * from './router.ts';
export { RemoteRouter, provideNavigation, type NavigationSource } from './RemoteRouter.tsx';
export { hasTypedText, isPendingInput, valueOf, watchTyping, type Control } from './typedText.ts';
export {
  askToLeave,
  hasUnsavedChanges,
  leavingStore,
  losesChanges,
  confirmLeavingWhile,
  skipsUnsavedCheck,
  skipUnsavedCheck,
  useUnsavedChanges,
  type LeaveQuestion,
} from './unsavedChanges.ts';
export { provideScreens, screensOf, type ScreenLink, type ScreenReader } from './screens.ts';
