import { currentLanguage } from '@masomo/i18n';
import type { Role } from '@masomo/domain/roles';
import type { Permission } from '@masomo/domain/permissions';

/** A text of the manual in both languages. It is content, as a page of the site is, and no message of the interface. */
export type Said = readonly [english: string, swahili: string];

/** What the manual says of a screen: in a sentence, and step by step. */
export type HelpArticle = {
  /** Address of the screen; screens below it without an article of their own share it. */
  path: string;
  title: Said;
  sentence: Said;
  /** The sentence for roles for which the screen is something else. */
  sentenceFor?: Partial<Record<Role, Said>>;
  steps: readonly Said[];
  /** The permission of those whom it concerns, where the screen itself is for more. */
  to?: Permission;
};

/** A group of screens. */
export type HelpArea = { name: Said; articles: readonly HelpArticle[] };

/** A text in the language of the page. */
export const inLanguage = ([english, swahili]: Said): string => (currentLanguage() === 'sw' ? swahili : english);

/** What the manual says of a screen to somebody in a role. */
export const sentenceOf = ({ sentence, sentenceFor }: HelpArticle, role: Role | undefined): Said =>
  (role && sentenceFor?.[role]) ?? sentence;
