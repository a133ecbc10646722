import type { PageBlock, PageBlockType } from '@masomo/domain/blocks';
import { faqCategories } from '@masomo/domain/faq';

type Choice = { value: string; label: string };

/** One field of a block: which property it writes, and how. */
export type BlockFieldSpec =
  | { kind: 'line' | 'rich' | 'address' | 'picture'; name: string; label: string; help?: string; isRequired?: true }
  | { kind: 'choice'; name: string; label: string; choices: readonly Choice[]; help?: string }
  | { kind: 'list'; name: string; label: string; item: string; fields: readonly BlockFieldSpec[]; make: () => Record<string, string> };

type BlockForm = { type: PageBlockType; label: string; make: () => PageBlock; fields: readonly BlockFieldSpec[] };

const title: BlockFieldSpec = { kind: 'line', name: 'title', label: 'Title' };
const requiredTitle: BlockFieldSpec = { ...title, isRequired: true };
const text: BlockFieldSpec = { kind: 'rich', name: 'text', label: 'Text' };
const picture: BlockFieldSpec = { kind: 'picture', name: 'url', label: 'Picture', isRequired: true };
const alt: BlockFieldSpec = {
  kind: 'line',
  name: 'alt',
  label: 'Alt text',
  help: 'What the picture shows, for people who cannot see it. Empty if it only decorates.',
};
const addressHelp = 'A page of this site such as /pricing, or an address starting with https://';

/** Every kind of block an editor can add, in the order they are offered. */
export const blockForms: readonly BlockForm[] = [
  {
    type: 'hero',
    label: 'Hero',
    make: () => ({ type: 'hero', title: '' }),
    fields: [
      { kind: 'line', name: 'eyebrow', label: 'Line above the title' },
      requiredTitle,
      text,
      { kind: 'line', name: 'label', label: 'Button' },
      { kind: 'address', name: 'href', label: 'Link', help: addressHelp },
      { kind: 'picture', name: 'url', label: 'Picture' },
      alt,
    ],
  },
  {
    type: 'heading',
    label: 'Heading',
    make: () => ({ type: 'heading', text: '' }),
    fields: [{ kind: 'line', name: 'text', label: 'Heading', isRequired: true }],
  },
  { type: 'richText', label: 'Text', make: () => ({ type: 'richText', text: '' }), fields: [text] },
  {
    type: 'image',
    label: 'Image',
    make: () => ({ type: 'image', url: '', alt: '' }),
    fields: [picture, alt, { kind: 'line', name: 'caption', label: 'Caption' }],
  },
  {
    type: 'gallery',
    label: 'Gallery',
    make: () => ({ type: 'gallery', images: [] }),
    fields: [
      { kind: 'list', name: 'images', label: 'Pictures', item: 'Picture', fields: [picture, alt], make: () => ({ url: '', alt: '' }) },
    ],
  },
  {
    type: 'features',
    label: 'Features',
    make: () => ({ type: 'features', title: '', items: [{ title: '', text: '' }] }),
    fields: [
      title,
      {
        kind: 'list',
        name: 'items',
        label: 'Features',
        item: 'Feature',
        fields: [requiredTitle, text],
        make: () => ({ title: '', text: '' }),
      },
    ],
  },
  {
    type: 'pricing',
    label: 'Pricing table',
    make: () => ({ type: 'pricing', title: '', category: 'saas' }),
    fields: [
      title,
      {
        kind: 'choice',
        name: 'category',
        label: 'Plans',
        choices: [
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
    make: () => ({
      type: 'columns',
      columns: [
        { title: '', text: '' },
        { title: '', text: '' },
      ],
    }),
    fields: [
      { kind: 'list', name: 'columns', label: 'Columns', item: 'Column', fields: [title, text], make: () => ({ title: '', text: '' }) },
    ],
  },
  {
    type: 'faq',
    label: 'Questions',
    make: () => ({ type: 'faq', title: '', category: 'General', items: [] }),
    fields: [
      title,
      {
        kind: 'choice',
        name: 'category',
        label: 'Questions shown',
        choices: [{ value: '', label: 'Those written below' }, ...faqCategories.map((value) => ({ value, label: value }))],
        help: 'A category shows the site’s own questions, as the content screen has them.',
      },
      {
        kind: 'list',
        name: 'items',
        label: 'Own questions',
        item: 'Question',
        fields: [
          { kind: 'line', name: 'question', label: 'Question', isRequired: true },
          { kind: 'rich', name: 'answer', label: 'Answer' },
        ],
        make: () => ({ question: '', answer: '' }),
      },
    ],
  },
  { type: 'testimonials', label: 'Testimonials', make: () => ({ type: 'testimonials', title: '' }), fields: [title] },
  {
    type: 'video',
    label: 'Video link',
    make: () => ({ type: 'video', title: '', url: '' }),
    fields: [
      requiredTitle,
      {
        kind: 'address',
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
    make: () => ({ type: 'callToAction', title: '', label: 'Request a demo', href: '/demo' }),
    fields: [
      requiredTitle,
      text,
      { kind: 'line', name: 'label', label: 'Button', isRequired: true },
      { kind: 'address', name: 'href', label: 'Link', isRequired: true, help: addressHelp },
    ],
  },
  {
    type: 'form',
    label: 'Form',
    make: () => ({ type: 'form', title: '', form: 'contact' }),
    fields: [
      title,
      {
        kind: 'choice',
        name: 'form',
        label: 'Form',
        choices: [
          { value: 'contact', label: 'Message to the office' },
          { value: 'demo', label: 'Demo request' },
        ],
      },
    ],
  },
];

/** What a kind of block is called. */
export function blockName(type: PageBlockType | 'kept'): string {
  return blockForms.find((form) => form.type === type)?.label ?? 'Another block';
}
