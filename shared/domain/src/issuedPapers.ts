import * as z from 'zod/mini';
import { translatable } from './translatable.ts';

/** The public page on which anybody checks a paper; its code is behind a `#`. */
export const checkPath = '/verify';

/** Papers that are kept, as `issue_paper` gives them; `content` is what the paper says. */
export const issuedPapersSchema = z.array(z.object({ code: z.string(), printed_on: z.string(), content: z.unknown() }));

/** The letters and digits of a code as somebody typed it from paper. */
export const codeSigns = (code: string): string => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** `3F0K-7QRN-0AZB-9H1C`, as people read a code. */
export const groupedCode = (code: string): string => codeSigns(code).replaceAll(/(.{4})(?=.)/g, '$1-');

/** The form that asks for a code. */
export const paperCodeSchema = z.object({
  code: z
    .string()
    .check(z.refine((code) => codeSigns(code).length === 16, translatable('A code has 16 letters and digits, like 3F0K-7QRN-0AZB-9H1C'))),
});
