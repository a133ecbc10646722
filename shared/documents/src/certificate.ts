import type { Certificate } from '@masomo/domain/certificates';
import { formatPercent } from '@masomo/domain/number';
import type { Say } from '@masomo/domain/say';
import { formatLongDate } from '@masomo/domain/time';
import type { PaperCheck } from './paperCheck.ts';
import { schoolLook, type LookPictures, type SchoolLook } from './schoolLook.ts';

/** A certificate as its template reads it: every text is said. */
export type CertificatePaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  check?: PaperCheck | undefined;
  name: string;
  number: string;
  sentence: string;
  course: string;
  facts: readonly { label: string; value: string }[];
};

/** A certificate for its template. `lang` is the language of `say`. */
export function certificatePaper(
  of: Certificate,
  { lang, pictures = {}, check }: { lang: string; pictures?: LookPictures; check?: PaperCheck | undefined },
  say: Say,
): CertificatePaper {
  return {
    lang,
    look: schoolLook(of.school, pictures),
    title: say('Certificate'),
    note: say('{school}, certificate {number}', { school: of.school.name, number: of.number }),
    page: say('Page {page} of {pages}'),
    check,
    name: of.student,
    number: say('Admission number {number}', { number: of.admission_number }),
    sentence: say('has finished the online course'),
    course: of.course,
    facts: [
      { label: say('Finished on'), value: formatLongDate(of.completed_on) },
      ...(of.result === null ? [] : [{ label: say('Result'), value: formatPercent(of.result) }]),
      { label: say('Number'), value: of.number },
    ],
  };
}
