/** Path of the page shown without a network. */
export const offlinePath = '/offline';
