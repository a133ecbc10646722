import type { PageBlock, PageBlockType } from '@masomo/domain/blocks';

/** The blocks an editor can add, and what each starts as. */
export const blockKinds: readonly { type: PageBlockType; label: string; make: () => PageBlock }[] = [
  { type: 'heading', label: 'Heading', make: () => ({ type: 'heading', text: '' }) },
  { type: 'richText', label: 'Text', make: () => ({ type: 'richText', text: '' }) },
  { type: 'callToAction', label: 'Call to action', make: () => ({ type: 'callToAction', title: '', label: 'Request a demo', href: '/demo' }) },
];
