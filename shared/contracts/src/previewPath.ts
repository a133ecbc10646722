/** Where the public site renders a page that is being edited; the only document the product may put in a frame. Apart from `pagePreview.ts`, because every visitor loads this path and only editors the schema. */
export const previewPath = '/preview/page';
