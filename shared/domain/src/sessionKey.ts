/** Key of the session in local storage. */
export const sessionKey = 'masomo-session';
