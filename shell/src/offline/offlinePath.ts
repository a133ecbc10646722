/** Address of the page shown when the network is gone. */
export const offlinePath = '/offline';
