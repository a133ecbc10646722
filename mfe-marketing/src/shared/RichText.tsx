import type { ReactNode } from 'react';
import { renderJSONContentToReactElement, type MarkProps, type NodeProps } from '@tiptap/static-renderer/json/react';
import { ExternalLink, List, Stack, Text } from '@masomo/design-system';
import { plainText, type RichTextDocument, type RichTextList, type RichTextMark, type RichTextText } from '@masomo/domain/richText';
import { TextLink } from './TextLink.tsx';

type Children = { children?: ReactNode };

const nodeMapping = {
  doc: ({ children }: Children) => <Stack gap="4">{children}</Stack>,
  paragraph: ({ children }: Children) => <Text textWrap="pretty">{children}</Text>,
  bulletList: ({ children }: Children) => (
    <List.Root paddingInlineStart="6" gap="2">
      {children}
    </List.Root>
  ),
  orderedList: ({ node, children }: NodeProps<Extract<RichTextList, { type: 'orderedList' }>, ReactNode>) => (
    <List.Root as="ol" {...node.attrs} paddingInlineStart="6" gap="2">
      {children}
    </List.Root>
  ),
  listItem: ({ children }: Children) => <List.Item>{children}</List.Item>,
  text: ({ node }: NodeProps<RichTextText, ReactNode>) => node.text,
};

const markMapping = {
  bold: ({ children }: Children) => <strong>{children}</strong>,
  italic: ({ children }: Children) => <em>{children}</em>,
  link: ({ mark, children }: MarkProps<Extract<RichTextMark, { type: 'link' }>, ReactNode>) =>
    /^[/#]/.test(mark.attrs.href) ? (
      <TextLink to={mark.attrs.href} textDecoration="underline">
        {children}
      </TextLink>
    ) : (
      <ExternalLink href={mark.attrs.href} textDecoration="underline">
        {children}
      </ExternalLink>
    ),
};

/** A rich text field as elements, never as markup; nothing while it has no text. */
export function RichText({ document }: { document: RichTextDocument }) {
  if (!plainText(document)) return null;
  // The renderer numbers its elements on from one call to the next: a renderer of its own keeps the keys the same across renders.
  return renderJSONContentToReactElement({ nodeMapping, markMapping })({ content: document });
}
