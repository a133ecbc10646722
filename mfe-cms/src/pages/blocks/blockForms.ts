import type { PageBlock, PageBlockType } from '@masomo/domain/blocks';
import { faqCategories } from '@masomo/domain/faq';
import { emptyRichText } from '@masomo/domain/richText';

type Option = { value: string; label: string };

/** One field of a block: `name` is the property it edits, `kind` the input that edits it. */
export type BlockFieldSpec =
  | { kind: 'text' | 'richText' | 'url' | 'image'; name: string; label: string; help?: string; isRequired?: true }
  | { kind: 'select'; name: string; label: string; options: readonly Option[]; help?: string }
  | { kind: 'list'; name: string; label: string; item: string; fields: readonly BlockFieldSpec[]; create: () => Record<string, unknown> };

type BlockForm = { type: PageBlockType; label: string; create: () => PageBlock; fields: readonly BlockFieldSpec[] };

const title: BlockFieldSpec = { kind: 'text', name: 'title', label: 'Title' };
const requiredTitle: BlockFieldSpec = { ...title, isRequired: true };
const text: BlockFieldSpec = { kind: 'richText', name: 'text', label: 'Text' };
const image: BlockFieldSpec = { kind: 'image', name: 'url', label: 'Picture', isRequired: true };
const alt: BlockFieldSpec = {
  kind: 'text',
  name: 'alt',
  label: 'Alt text',
  help: 'Describe the image for people who cannot see it. Leave blank if it is only decoration.',
};
const urlHelp = 'A page of this site such as /pricing, or an address starting with https://';

/** Every type of block an editor can add, in the order they are offered. */
export const blockForms: readonly BlockForm[] = [
  {
    type: 'hero',
    label: 'Hero',
    create: () => ({ type: 'hero', title: '' }),
    fields: [
      { kind: 'text', name: 'eyebrow', label: 'Line above the title' },
      requiredTitle,
      text,
      { kind: 'text', name: 'label', label: 'Button' },
      { kind: 'url', name: 'href', label: 'Link', help: urlHelp },
      { kind: 'image', name: 'url', label: 'Picture' },
      alt,
    ],
  },
  {
    type: 'heading',
    label: 'Heading',
    create: () => ({ type: 'heading', text: '' }),
    fields: [{ kind: 'text', name: 'text', label: 'Heading', isRequired: true }],
  },
  { type: 'richText', label: 'Text', create: () => ({ type: 'richText', text: emptyRichText }), fields: [text] },
  {
    type: 'image',
    label: 'Image',
    create: () => ({ type: 'image', url: '', alt: '' }),
    fields: [image, alt, { kind: 'text', name: 'caption', label: 'Caption' }],
  },
  {
    type: 'gallery',
    label: 'Gallery',
    create: () => ({ type: 'gallery', images: [] }),
    fields: [
      { kind: 'list', name: 'images', label: 'Pictures', item: 'Picture', fields: [image, alt], create: () => ({ url: '', alt: '' }) },
    ],
  },
  {
    type: 'features',
    label: 'Features',
    create: () => ({ type: 'features', title: '', items: [{ title: '', text: emptyRichText }] }),
    fields: [
      title,
      {
        kind: 'list',
        name: 'items',
        label: 'Features',
        item: 'Feature',
        fields: [requiredTitle, text],
        create: () => ({ title: '', text: emptyRichText }),
      },
    ],
  },
  {
    type: 'pricing',
    label: 'Pricing table',
    create: () => ({ type: 'pricing', title: '', category: 'saas' }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'category',
        label: 'Plans',
        options: [
          { value: 'saas', label: 'SaaS' },
          { value: 'standalone', label: 'Standalone' },
        ],
        help: 'Prices come from the price book.',
      },
    ],
  },
  {
    type: 'columns',
    label: 'Columns',
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
        label: 'Columns',
        item: 'Column',
        fields: [title, text],
        create: () => ({ title: '', text: emptyRichText }),
      },
    ],
  },
  {
    type: 'faq',
    label: 'Questions',
    create: () => ({ type: 'faq', title: '', category: 'General', items: [] }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'category',
        label: 'Questions shown',
        options: [{ value: '', label: 'Those written below' }, ...faqCategories.map((value) => ({ value, label: value }))],
        help: 'A category shows the site’s own questions, as the content screen has them.',
      },
      {
        kind: 'list',
        name: 'items',
        label: 'Own questions',
        item: 'Question',
        fields: [
          { kind: 'text', name: 'question', label: 'Question', isRequired: true },
          { kind: 'richText', name: 'answer', label: 'Answer' },
        ],
        create: () => ({ question: '', answer: emptyRichText }),
      },
    ],
  },
  { type: 'testimonials', label: 'Testimonials', create: () => ({ type: 'testimonials', title: '' }), fields: [title] },
  {
    type: 'video',
    label: 'Video link',
    create: () => ({ type: 'video', title: '', url: '' }),
    fields: [
      requiredTitle,
      {
        kind: 'url',
        name: 'url',
        label: 'Address of the video',
        isRequired: true,
        help: 'Nothing of the video’s site loads before a visitor goes there.',
      },
    ],
  },
  {
    type: 'callToAction',
    label: 'Call to action',
    create: () => ({ type: 'callToAction', title: '', label: 'Request a demo', href: '/demo' }),
    fields: [
      requiredTitle,
      text,
      { kind: 'text', name: 'label', label: 'Button', isRequired: true },
      { kind: 'url', name: 'href', label: 'Link', isRequired: true, help: urlHelp },
    ],
  },
  {
    type: 'form',
    label: 'Form',
    create: () => ({ type: 'form', title: '', form: 'contact' }),
    fields: [
      title,
      {
        kind: 'select',
        name: 'form',
        label: 'Form',
        options: [
          { value: 'contact', label: 'Message to the office' },
          { value: 'demo', label: 'Demo request' },
        ],
      },
    ],
  },
];

/** The label of a block's type. */
export function blockName(type: PageBlockType | 'unknown'): string {
  return blockForms.find((form) => form.type === type)?.label ?? 'Another block';
}
