export { sessionStore, type SessionState, type SessionUser } from './sessionStore.ts';
export { useSession } from './useSession.ts';
