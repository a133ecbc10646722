/** Key of the session in local storage. */
export const sessionKey = 'masomo-session';

/** Key of who signed out in this browser last: their other tabs have not expired. */
export const signedOutKey = 'masomo-signed-out';
