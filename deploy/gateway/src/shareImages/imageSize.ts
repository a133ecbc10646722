export type ImageSize = { width: number; height: number };

/** That of link previews. */
export const shareImageSize: ImageSize = { width: 1200, height: 630 };
