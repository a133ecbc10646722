import { defaultLook, type PaperSchool } from '@masomo/domain/paperSchool';

/** What a school's papers look like; texts are printed as they are. */
export type SchoolLook = {
  name: string;
  /** Lines under the name. */
  head: readonly string[];
  motto: string;
  contact: string;
  /** A line at the foot of each page. */
  foot: string;
  thanks: string;
  /** Who signs for the school; the picture is the path of a signature among the pictures of the paper. */
  signer: { name: string; title: string; picture: string };
  /** Colour of the head and of figures, as `#rrggbb`. */
  accent: string;
  /** Path of the picture of the crest among the pictures of the paper; empty without one. */
  crest: string;
};

/** Paths of the pictures that go with a paper, as far as there are any. */
export type LookPictures = { crest?: string; signature?: string };

type LookOf = Pick<PaperSchool, 'name' | 'motto' | 'address' | 'phone' | 'email' | 'look'>;

/** The look of a school's papers, from what a paper's data says of the school. Own lines in the head replace its contacts. */
export function schoolLook({ name, motto, address, phone, email, look }: LookOf, pictures: LookPictures = {}): SchoolLook {
  const { accent, head, foot, thanks, signer_name: signer, signer_title: title } = look ?? defaultLook;
  return {
    name,
    head: head === '' ? [] : head.split('\n'),
    motto: motto ?? '',
    contact: head === '' ? [address, phone, email].filter(Boolean).join('  ·  ') : '',
    foot,
    thanks,
    signer: { name: signer, title, picture: pictures.signature ?? '' },
    accent,
    crest: pictures.crest ?? '',
  };
}

/** What the papers of the store look like, which its seller issues. */
export const issuerLook = ({
  name,
  address = '',
  phone = '',
  email = '',
}: {
  name: string;
  address?: string;
  phone?: string;
  email?: string;
}) => schoolLook({ name, address, phone, email, motto: null, look: null });
