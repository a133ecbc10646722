import { html } from 'hono/html';

/**
 * Markup with every interpolated value escaped; wrap what is markup already in `raw`. It is Hono's `html` under another name, because
 * Prettier reformats templates tagged `html`, and every added space would go out with every document.
 */
export const markup = html;

/** A piece of markup; a promise only when an interpolated value is one. */
export type Markup = ReturnType<typeof html>;
