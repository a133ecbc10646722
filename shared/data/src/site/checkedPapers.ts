import * as z from 'zod/mini';
import { say, toDataError, type Db } from '@masomo/data';
import { asSentence, showValue, type SentenceValue } from '@masomo/domain/sentences';

const textSchema = z.union([z.string(), z.object({ sentence: z.string(), args: z.record(z.string(), z.unknown()) })]);
const valueSchema = z.union([
  z.string(),
  z.number(),
  z.object({ amount: z.number(), currency: z.string() }),
  z.object({ day: z.string() }),
  textSchema,
]);

const checkedPaperSchema = z.nullable(
  z.object({
    code: z.string(),
    school: z.string(),
    printed_on: z.string(),
    replaced_on: z.nullable(z.string()),
    state: z.enum(['holds', 'changed', 'replaced', 'withdrawn']),
    says: z.object({ title: textSchema, facts: z.array(z.tuple([textSchema, valueSchema])) }),
  }),
);

/** What a paper said when it was printed, and whether that still holds: `changed` is what it was about, `replaced` and `withdrawn` it itself. */
export type CheckedPaper = {
  code: string;
  school: string;
  printedOn: string;
  replacedOn: string | null;
  state: 'holds' | 'changed' | 'replaced' | 'withdrawn';
  title: string;
  facts: { label: string; value: string }[];
};

export const checkedPaperKeys = { byCode: (code: string) => ['checked-papers', code] as const };

/** In the reader's language where it is a sentence, else as the school wrote it. */
function shown(value: unknown): string {
  const sentence = asSentence(value);
  return sentence ? say(sentence) : showValue(value as SentenceValue);
}

/** The paper with a code, for anybody who holds it; null where none has it. Fails after too many wrong codes. */
export async function checkPaper(db: Db, code: string): Promise<CheckedPaper | null> {
  const { data, error, status } = await db.rpc('check_paper', { code });
  if (error) throw toDataError(error, status);
  const paper = z.parse(checkedPaperSchema, data);
  return (
    paper && {
      code: paper.code,
      school: paper.school,
      printedOn: paper.printed_on,
      replacedOn: paper.replaced_on,
      state: paper.state,
      title: shown(paper.says.title),
      facts: paper.says.facts.map(([label, value]) => ({ label: shown(label), value: shown(value) })),
    }
  );
}
