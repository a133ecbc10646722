/** Where an installed app opens, at its own host name; the gateway leads on from there. */
export const startPath = '/start-app';
