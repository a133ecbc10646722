import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import type { Scheme } from '../../data/cbse.ts';

const listed = (text: string) =>
  text
    .split(/[,;:]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** `A1 91`: a grade and its lowest mark. */
function typedBand(text: string): { grade: string; lowest: number } | undefined {
  const [, grade, lowest] = /^(.*\S)\s+(\d{1,3})$/.exec(text) ?? [];
  return grade && lowest ? { grade, lowest: Number(lowest) } : undefined;
}

const number = (problem: string) => z.string().transform(typedNumber).pipe(z.number(problem).positive(problem));

/** The form of a scheme: lists are typed with commas; rows without a name are left out. */
export const schemeSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Name the scheme`)
    .max(80, t`Use at most 80 characters`),
  weights: z
    .string()
    .transform((text) => listed(text).map(typedNumber))
    .refine((weights) => weights.length > 0 && weights.length < 3 && weights.reduce((sum, weight) => sum + weight, 0) === 100, {
      message: t`Enter 100, or two percentages that make 100 together`,
    }),
  components: z
    .array(
      z.object({
        id: z.string(),
        name: z
          .string()
          .trim()
          .max(80, t`Use at most 80 characters`),
        outOf: z.string(),
        bestOf: z.string(),
      }),
    )
    .transform((rows, context) =>
      rows.flatMap((row, index) => {
        if (!row.name) return [];
        const outOf = number(t`Enter its marks`).safeParse(row.outOf);
        const bestOf = row.bestOf.trim() === '' ? null : typedNumber(row.bestOf);
        if (!outOf.success) context.addIssue({ code: 'custom', message: t`Enter its marks`, path: [index, 'outOf'] });
        if (bestOf !== null && !(Number.isInteger(bestOf) && bestOf > 0 && bestOf <= 20))
          context.addIssue({ code: 'custom', message: t`Enter a whole number, or nothing for all`, path: [index, 'bestOf'] });
        return [{ ...(row.id ? { id: row.id } : {}), name: row.name, outOf: outOf.data ?? 0, bestOf }];
      }),
    ),
  bands: z.string().transform((text, context) => {
    const bands = listed(text).map(typedBand);
    const read = bands.flatMap((band) => (band ? [band] : []));
    if (read.length === 0 || read.length < bands.length || !read.some(({ lowest }) => lowest === 0))
      context.addIssue({ code: 'custom', message: t`Write each grade with its lowest mark, down to 0` });
    return read;
  }),
  areas: z
    .array(
      z.object({
        id: z.string(),
        name: z
          .string()
          .trim()
          .max(80, t`Use at most 80 characters`),
      }),
    )
    .transform((rows) => rows.flatMap(({ id, name }) => (name ? [{ ...(id ? { id } : {}), name }] : []))),
  areaGrades: z
    .string()
    .transform(listed)
    .refine((grades) => grades.length >= 2 && new Set(grades).size === grades.length, { message: t`Enter at least two different grades` }),
});

/** What the form shows of a scheme, or for a new one. */
export const schemeValues = (scheme: Scheme | undefined): z.input<typeof schemeSchema> => ({
  name: scheme?.name ?? '',
  weights: (scheme?.weights ?? [50, 50]).join(', '),
  components: (scheme?.components ?? []).map(({ id, name, outOf, bestOf }) => ({
    id,
    name,
    outOf: String(outOf),
    bestOf: bestOf === null ? '' : String(bestOf),
  })),
  bands: (scheme?.bands ?? []).map(({ grade, lowest }) => `${grade} ${lowest}`).join(', '),
  areas: scheme?.areas.map((area) => ({ ...area })) ?? [],
  areaGrades: (scheme?.areaGrades ?? ['A', 'B', 'C']).join(', '),
});
