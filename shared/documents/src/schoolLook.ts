import type { ReportCards } from '@masomo/domain/reportCards';

/** What a school's papers look like; texts are printed as they are. */
export type SchoolLook = {
  name: string;
  /** Lines under the name. */
  head: readonly string[];
  motto: string;
  contact: string;
  /** A line at the foot of each page. */
  foot: string;
  /** Colour of the head and of figures, as `#rrggbb`. */
  accent: string;
  /** Path of the picture of the crest among the pictures of the paper; empty without one. */
  crest: string;
};

const green = '#0b5d4b';

/** The look of a school's papers, from what a paper's data says of the school. */
export function schoolLook({ name, motto, address, phone, email }: ReportCards['school']): SchoolLook {
  return {
    name,
    head: [],
    motto: motto ?? '',
    contact: [address, phone, email].filter(Boolean).join('  ·  '),
    foot: '',
    accent: green,
    crest: '',
  };
}
