// Calls of the account service, which few pages make: each is loaded with its first use.
import type * as Authenticator from './authenticator.ts';
import type * as Devices from './devices.ts';
import type * as Password from './password.ts';
import type * as Recovery from './recovery.ts';
import type * as SignIn from './signIn.ts';
import type * as TrustedDevice from './trustedDevice.ts';
import { getClient } from './client.ts';

export const signIn: typeof SignIn.signIn = async (...values) => {
  // It is needed next, and loaded in the meantime.
  getClient().catch(() => undefined);
  return (await import('./signIn.ts')).signIn(...values);
};
export const verifySecondFactor: typeof SignIn.verifySecondFactor = async (...values) =>
  (await import('./signIn.ts')).verifySecondFactor(...values);
export const confirmLink: typeof Password.confirmLink = async (...values) => (await import('./password.ts')).confirmLink(...values);
export const requestPasswordRecovery: typeof Password.requestPasswordRecovery = async (...values) =>
  (await import('./password.ts')).requestPasswordRecovery(...values);
export const setPassword: typeof Password.setPassword = async (...values) => (await import('./password.ts')).setPassword(...values);
export const listAuthenticators: typeof Authenticator.listAuthenticators = async (...values) =>
  (await import('./authenticator.ts')).listAuthenticators(...values);
export const enrolAuthenticator: typeof Authenticator.enrolAuthenticator = async (...values) =>
  (await import('./authenticator.ts')).enrolAuthenticator(...values);
export const confirmAuthenticator: typeof Authenticator.confirmAuthenticator = async (...values) =>
  (await import('./authenticator.ts')).confirmAuthenticator(...values);
export const removeAuthenticator: typeof Authenticator.removeAuthenticator = async (...values) =>
  (await import('./authenticator.ts')).removeAuthenticator(...values);
export const makeRecoveryCodes: typeof Recovery.makeRecoveryCodes = async (...values) =>
  (await import('./recovery.ts')).makeRecoveryCodes(...values);
export const countRecoveryCodes: typeof Recovery.countRecoveryCodes = async (...values) =>
  (await import('./recovery.ts')).countRecoveryCodes(...values);
export const signInWithRecoveryCode: typeof Recovery.signInWithRecoveryCode = async (...values) =>
  (await import('./recovery.ts')).signInWithRecoveryCode(...values);
export const listDevices: typeof Devices.listDevices = async (...values) => (await import('./devices.ts')).listDevices(...values);
export const endDevice: typeof Devices.endDevice = async (...values) => (await import('./devices.ts')).endDevice(...values);
export const signOutEverywhere: typeof Devices.signOutEverywhere = async (...values) =>
  (await import('./devices.ts')).signOutEverywhere(...values);
export const countTrustDays: typeof TrustedDevice.countTrustDays = async (...values) =>
  (await import('./trustedDevice.ts')).countTrustDays(...values);
