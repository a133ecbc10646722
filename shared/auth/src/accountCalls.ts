// Calls of the account service, which few pages make: each is loaded with its first use.
import { getClient } from './client.ts';

/** The function `name` of a module that is loaded when it is called. */
function lazily<M extends Record<K, (...values: never[]) => Promise<unknown>>, K extends string>(load: () => Promise<M>, name: K): M[K] {
  return (async (...values: never[]) => (await load())[name](...values)) as M[K];
}

const password = () => import('./password.ts');
const authenticator = () => import('./authenticator.ts');
const recovery = () => import('./recovery.ts');
const devices = () => import('./devices.ts');
const trustedDevice = () => import('./trustedDevice.ts');
const signInCalls = () => {
  // It is needed next, and loaded in the meantime.
  getClient().catch(() => undefined);
  return import('./signIn.ts');
};

export const signIn = lazily(signInCalls, 'signIn');
export const verifySecondFactor = lazily(signInCalls, 'verifySecondFactor');
export const confirmLink = lazily(password, 'confirmLink');
export const requestPasswordRecovery = lazily(password, 'requestPasswordRecovery');
export const setPassword = lazily(password, 'setPassword');
export const listAuthenticators = lazily(authenticator, 'listAuthenticators');
export const enrolAuthenticator = lazily(authenticator, 'enrolAuthenticator');
export const confirmAuthenticator = lazily(authenticator, 'confirmAuthenticator');
export const removeAuthenticator = lazily(authenticator, 'removeAuthenticator');
export const makeRecoveryCodes = lazily(recovery, 'makeRecoveryCodes');
export const countRecoveryCodes = lazily(recovery, 'countRecoveryCodes');
export const signInWithRecoveryCode = lazily(recovery, 'signInWithRecoveryCode');
export const listDevices = lazily(devices, 'listDevices');
export const endDevice = lazily(devices, 'endDevice');
export const signOutEverywhere = lazily(devices, 'signOutEverywhere');
export const countTrustDays = lazily(trustedDevice, 'countTrustDays');
