/** Id of the place in the header where `HeaderTools` go. */
export const toolsId = 'header-tools';
