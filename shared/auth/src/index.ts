export { sessionStore, settledSession, type SessionState, type SessionUser } from './sessionStore.ts';
export { useSession } from './useSession.ts';
export { Allowed, useIsAllowed } from './Allowed.tsx';
export { startAuth } from './startAuth.ts';
export { signIn, signOut, verifySecondFactor } from './signIn.ts';
export { requestPasswordRecovery, setPassword } from './password.ts';
export { listAuthenticators, enrolAuthenticator, confirmAuthenticator, removeAuthenticator, type Authenticator } from './authenticator.ts';
export { AuthFailure } from './AuthFailure.ts';
export { getClient } from './client.ts';
