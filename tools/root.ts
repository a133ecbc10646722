import path from 'node:path';

/** The repository root, also in the image of a gateway, which has only a part of its folders. */
export const root = path.resolve(import.meta.dirname, '..');
