export { renderRoute, type RenderedRoute, type RenderRouteOptions } from './renderRoute.tsx';
export { signedInAs, signedOut } from './sessions.ts';
export { fakeDb, type FakeAnswer, type SentRequest } from './fakeDb.ts';
export { fillBrowserGaps } from './browserGaps.ts';
