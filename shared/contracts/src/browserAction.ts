import * as z from 'zod/mini';

const maxMilliseconds = 600_000;
const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`)));
const milliseconds = z.number().check(z.minimum(0), z.maximum(maxMilliseconds));

/** One action of a person, with which a trace begins: ids and times, never what was typed or clicked. */
export const browserActionSchema = z.object({
  trace: hex(32),
  span: hex(16),
  event: z.enum(['load', 'click', 'submit', 'input', 'back']),
  path: z.string().check(z.startsWith('/'), z.maxLength(200)),
  /** Duration, and time since its start when it was sent; relative, because the browser's clock may be wrong. */
  ms: milliseconds,
  ago: milliseconds,
});
export type BrowserAction = z.infer<typeof browserActionSchema>;
