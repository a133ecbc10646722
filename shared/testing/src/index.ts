export { renderRoute } from './renderRoute.tsx';
export { signedInAs } from './sessions.ts';
export { withToaster } from './withToaster.tsx';
export { fakeDb, type FakeResponse, type SentRequest } from './fakeDb.ts';
export { pathsOf } from './pathsOf.ts';
export { respondWith, refused } from './respondWith.ts';
export { expectListStates } from './expectListStates.ts';
export { tellChange } from './tellChange.ts';
export { giveElementsBoxes } from './giveElementsBoxes.ts';
