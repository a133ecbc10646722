import { ExternalLink, List, Stack, Text } from '@masomo/design-system';
import { TextLink } from './TextLink.tsx';
import { parseRichText, type Inline } from '@masomo/domain/richText';

/** An editor's text, drawn from its tree: nothing in it can become markup. */
export function RichText({ text }: { text: string }) {
  return (
    <Stack gap="4">
      {parseRichText(text).map((block, position) =>
        block.kind === 'paragraph' ? (
          <Text key={position} textWrap="pretty">
            <Inlines inlines={block.inlines} />
          </Text>
        ) : (
          <List.Root key={position} as={block.isOrdered ? 'ol' : 'ul'} paddingInlineStart="6" gap="2">
            {block.items.map((item, index) => (
              <List.Item key={index}>
                <Inlines inlines={item} />
              </List.Item>
            ))}
          </List.Root>
        ),
      )}
    </Stack>
  );
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => {
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'bold':
        return <strong key={index}>{inline.text}</strong>;
      case 'italic':
        return <em key={index}>{inline.text}</em>;
      case 'link':
        return inline.href.startsWith('/') || inline.href.startsWith('#') ? (
          <TextLink key={index} to={inline.href} textDecoration="underline">
            {inline.text}
          </TextLink>
        ) : (
          <ExternalLink key={index} href={inline.href} textDecoration="underline">
            {inline.text}
          </ExternalLink>
        );
    }
  });
}
