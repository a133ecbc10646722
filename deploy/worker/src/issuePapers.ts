import { z } from 'zod';
import { inLanguage, type Language } from '@masomo/contracts/languages';
import { paperCheck, type PaperCheck, type PaperIssue } from '@masomo/documents/paperCheck';
import { checkPath, issuedPapersSchema } from '@masomo/domain/issuedPapers';
import { setting } from '@masomo/supabase/functions/environment';
import { madeWith } from '@masomo/typesetter/madeWith';
import type { Paper } from '@masomo/typesetter/paper';
import type { Job } from './defineJob.ts';

type Issuing<Schema extends z.core.$ZodType> = { template: Paper['template']; language: Language; schema: Schema };

/** Papers of a kind of `private.paper_kinds`, kept as they are handed out: what each says, as it was first made, and how it is checked. */
export async function issuePapers<Schema extends z.core.$ZodType>(
  { sql }: Pick<Job, 'sql'>,
  kind: string,
  of: object,
  { template, language, schema }: Issuing<Schema>,
): Promise<{ content: z.output<Schema>; issue: PaperIssue; check: PaperCheck }[]> {
  const rows = await sql('select code, printed_on::text, content from public.issue_paper($1, $2, $3)', [kind, of, madeWith(template)]);
  const address = `${setting('SITE_URL') ?? ''}${inLanguage(checkPath, language)}`;
  return z.parse(issuedPapersSchema, rows).map(({ code, printed_on: printedOn, content }) => {
    const issue = { code, printedOn, address };
    return { content: z.parse(schema, content), issue, check: paperCheck(issue) };
  });
}
