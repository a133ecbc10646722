import type { RichTextDocument } from '@masomo/domain/richText';

/** Every node and mark of the editor, nested as in practice, on which editing, storing and rendering must agree. */
export const richTextSample: RichTextDocument = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Plain, ' },
        { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text: 'bold with italic' },
        { type: 'text', text: ', ' },
        { type: 'text', marks: [{ type: 'link', attrs: { href: '/pricing#saas' } }, { type: 'bold' }], text: 'a bold link' },
        { type: 'text', text: ' and 2 * 3 [is] **six**.' },
      ],
    },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'Outer item' }] },
            {
              type: 'orderedList',
              attrs: { start: 3 },
              content: [
                {
                  type: 'listItem',
                  content: [
                    {
                      type: 'paragraph',
                      content: [{ type: 'text', marks: [{ type: 'link', attrs: { href: 'https://knec.example/' } }], text: 'Inner item' }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};
