import type { ReactNode } from 'react';
import { renderJSONContentToReactElement, type MarkProps, type NodeProps } from '@tiptap/static-renderer/json/react';
import { ExternalLink, List, Stack, Text } from '@masomo/design-system';
import { plainText, type RichTextDocument, type RichTextMark, type RichTextNode } from '@masomo/domain/richText';
import { TextLink } from './TextLink.tsx';

type Node = NodeProps<RichTextNode, ReactNode>;
type Mark = MarkProps<RichTextMark, ReactNode, RichTextNode>;

const nodeMapping = {
  doc: ({ children }: Node) => <Stack gap="4">{children}</Stack>,
  paragraph: ({ children }: Node) => <Text textWrap="pretty">{children}</Text>,
  bulletList: ({ children }: Node) => (
    <List.Root paddingInlineStart="6" gap="2">
      {children}
    </List.Root>
  ),
  orderedList: ({ node, children }: Node) => (
    <List.Root as="ol" {...(node.type === 'orderedList' && node.attrs)} paddingInlineStart="6" gap="2">
      {children}
    </List.Root>
  ),
  listItem: ({ children }: Node) => <List.Item>{children}</List.Item>,
  text: ({ node }: Node) => node.type === 'text' && node.text,
};

const markMapping = {
  bold: ({ children }: Mark) => <strong>{children}</strong>,
  italic: ({ children }: Mark) => <em>{children}</em>,
  link: ({ mark, children }: Mark) => {
    if (mark.type !== 'link') return children;
    return /^[/#]/.test(mark.attrs.href) ? (
      <TextLink to={mark.attrs.href} textDecoration="underline">
        {children}
      </TextLink>
    ) : (
      <ExternalLink href={mark.attrs.href} textDecoration="underline">
        {children}
      </ExternalLink>
    );
  },
};

/** A rich text field as elements, never as markup; nothing while it has no text. */
export function RichText({ document }: { document: RichTextDocument }) {
  if (!plainText(document)) return null;
  // The renderer counts keys on from one call to the next: a new renderer per render keeps each element's key the same.
  return renderJSONContentToReactElement<RichTextMark, RichTextNode>({ nodeMapping, markMapping })({ content: document });
}
