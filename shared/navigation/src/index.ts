export * from './router.ts';
export { RemoteRouter, provideNavigation, type NavigationSource } from './RemoteRouter.tsx';
