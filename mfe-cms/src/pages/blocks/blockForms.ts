import { t } from '@lingui/core/macro';
import type { PageBlock, PageBlockType } from '@masomo/domain/blocks';
import { faqCategories, faqCategoryLabels } from '@masomo/domain/faq';
import { emptyRichText } from '@masomo/domain/richText';
import { translate } from '@masomo/i18n';

type Option = { value: string; label: string };

/** One field of a block: `name` is the property it edits, `kind` the input that edits it. */
export type BlockFieldSpec =
  | { kind: 'text' | 'richText' | 'url' | 'image'; name: string; label: string; help?: string; isRequired?: true }
  | { kind: 'select'; name: string; label: string; options: readonly Option[]; help?: string }
  | { kind: 'list'; name: string; label: string; item: string; fields: readonly BlockFieldSpec[]; create: () => Record<string, unknown> };

type BlockForm = { type: PageBlockType; label: string; create: () => PageBlock; fields: readonly BlockFieldSpec[] };

const title: BlockFieldSpec = { kind: 'text', name: 'title', label: t`Title` };
const requiredTitle: BlockFieldSpec = { ...title, isRequired: true };
const text: BlockFieldSpec = { kind: 'richText', name: 'text', label: t`Text` };
const image: BlockFieldSpec = { kind: 'image', name: 'url', label: t`Picture`, isRequired: true };
const alt: BlockFieldSpec = {
  kind: 'text',
  name: 'alt',
  label: t`Alt text`,
  help: t`Describe the image for people who cannot see it. Leave blank if it is only decoration.`,
};
const urlHelp = t`A page of this site such as /pricing, or an address starting with https://`;

/** Every type of block an editor can add, in the order they are offered. */
export const blockForms: readonly BlockForm[] = [
  {
    type: 'hero',
    label: t`Hero`,
    create: () => ({ type: 'hero', title: '' }),
    fields: [
      { kind: 'text', name: 'eyebrow', label: t`Line above the title` },
      requiredTitle,
      text,
      { kind: 'text', name: 'label', label: t`Button` },
      { kind: 'url', name: 'href', label: t`Link`, help: urlHelp },
      { kind: 'image', name: 'url', label: t`Picture` },
      alt,
    ],
  },
  {
    type: 'heading',
    label: t`Heading`,
    create: () => ({ type: 'heading', text: '' }),
    fields: [{ kind: 'text', name: 'text', label: t`Heading`, isRequired: true }],
  },
  { type: 'richText', label: t`Text`, create: () => ({ type: 'richText', text: emptyRichText }), fields: [text] },
  {
    type: 'image',
    label: t`Image`,
    create: () => ({ type: 'image', url: '', alt: '' }),
    fields: [image, alt, { kind: 'text', name: 'caption', label: t`Caption` }],
  },
  {
    type: 'gallery',
    label: t`Gallery`,
    create: () => ({ type: 'gallery', images: [] }),
    fields: [
      { kind: 'list', name: 'images', label: t`Pictures`, item: t`Picture`, fields: [image, alt], create: () => ({ url: '', alt: '' }) },
    ],
  },
  {
    type: 'features',
    label: t`Features`,
    create: () => ({ type: 'features', title: '', items: [{ title: '', text: emptyRichText }] }),
    fields: [
      title,
      {
        kind: 'list',
        name: 'items',
        label: t`Features`,
        item: t`Feature`,
        fields: [requiredTitle, text],
        create: () => ({ title: '', text: emptyRichText }),
      },
    ],
  },
  {
    type: 'pricing',
    label: t`Pricing table`,
    create: () => ({ type: 'pricing', title: '', category: 'saas' }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'category',
        label: t`Plans`,
        options: [
          { value: 'saas', label: t`SaaS` },
          { value: 'standalone', label: t`Standalone` },
        ],
        help: t`Prices come from the price book.`,
      },
    ],
  },
  {
    type: 'columns',
    label: t`Columns`,
    create: () => ({
      type: 'columns',
      columns: [
        { title: '', text: emptyRichText },
        { title: '', text: emptyRichText },
      ],
    }),
    fields: [
      {
        kind: 'list',
        name: 'columns',
        label: t`Columns`,
        item: t`Column`,
        fields: [title, text],
        create: () => ({ title: '', text: emptyRichText }),
      },
    ],
  },
  {
    type: 'faq',
    label: t`Questions`,
    create: () => ({ type: 'faq', title: '', category: 'General', items: [] }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'category',
        label: t`Questions shown`,
        options: [
          { value: '', label: t`The questions below` },
          ...faqCategories.map((value) => ({ value, label: translate(faqCategoryLabels[value]) })),
        ],
        help: t`A category shows the site’s questions from the Questions screen.`,
      },
      {
        kind: 'list',
        name: 'items',
        label: t`Own questions`,
        item: t`Question`,
        fields: [
          { kind: 'text', name: 'question', label: t`Question`, isRequired: true },
          { kind: 'richText', name: 'answer', label: t`Answer` },
        ],
        create: () => ({ question: '', answer: emptyRichText }),
      },
    ],
  },
  { type: 'testimonials', label: t`Testimonials`, create: () => ({ type: 'testimonials', title: '' }), fields: [title] },
  {
    type: 'video',
    label: t`Video link`,
    create: () => ({ type: 'video', title: '', url: '' }),
    fields: [
      requiredTitle,
      {
        kind: 'url',
        name: 'url',
        label: t`Video address`,
        isRequired: true,
        help: t`Nothing loads from the video’s site until a visitor opens it.`,
      },
    ],
  },
  {
    type: 'callToAction',
    label: t`Call to action`,
    create: () => ({ type: 'callToAction', title: '', label: t`Request a demo`, href: '/demo' }),
    fields: [
      requiredTitle,
      text,
      { kind: 'text', name: 'label', label: t`Button`, isRequired: true },
      { kind: 'url', name: 'href', label: t`Link`, isRequired: true, help: urlHelp },
    ],
  },
  {
    type: 'form',
    label: t`Form`,
    create: () => ({ type: 'form', title: '', form: 'contact' }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'form',
        label: t`Form`,
        options: [
          { value: 'contact', label: t`Contact form` },
          { value: 'demo', label: t`Demo request` },
        ],
      },
    ],
  },
];

/** The label of a block's type. */
export function blockName(type: PageBlockType | 'unknown'): string {
  return blockForms.find((form) => form.type === type)?.label ?? t`Unknown block`;
}
