export { renderRoute, type RenderRouteOptions } from './renderRoute.tsx';
export { fakeDb, type FakeAnswer, type SentRequest } from './fakeDb.ts';
