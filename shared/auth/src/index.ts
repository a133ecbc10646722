export { sessionStore, type SessionState, type SessionUser } from './sessionStore.ts';
export { useSession } from './useSession.ts';
export { Allowed } from './Allowed.tsx';
export { startSession } from './startSession.ts';
export { requestPasswordReset, setPassword, signIn, signOut, verifySecondFactor, type SignInResult } from './signIn.ts';
export { getSupabase, type AuthConfiguration } from './supabase.ts';
