/** Where the public site draws a page that is still written; the one document of the product that the product may frame. Apart from the messages' schema: every visitor loads the address, nobody but editors the rest. */
export const previewPath = '/preview/page';
