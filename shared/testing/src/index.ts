export { renderRoute, type RenderedRoute, type RenderRouteOptions } from './renderRoute.tsx';
export { signedInAs, signedOut } from './sessions.ts';
export { fakeDb, type FakeResponse as FakeAnswer, type SentRequest } from './fakeDb.ts';
export { installJsdomPolyfills as fillBrowserGaps } from './jsdomPolyfills.ts';
export { respondWith, refused } from './respondWith.ts';
export { expectListStates } from './expectListStates.ts';
