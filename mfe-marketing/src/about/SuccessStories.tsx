import { t } from '@lingui/core/macro';
import { Card, Heading, SimpleGrid, Text } from '@masomo/design-system';
import type { About } from '@masomo/domain/siteSettings';
import { Section } from '../shared/Section.tsx';

/** Success stories of schools; renders nothing when there are none. */
export function SuccessStories({ stories, lang }: Pick<About, 'stories' | 'lang'>) {
  if (stories.length === 0) return null;
  return (
    <Section eyebrow={t`Success stories`} title={t`What changed, in their own figures`}>
      <SimpleGrid columns={{ base: 1, lg: 3 }} gap="6">
        {stories.map((story) => (
          <Card.Root as="article" lang={lang} key={story.institution} height="full">
            <Card.Body gap="3" padding={{ base: '6', md: '8' }}>
              <Text fontSize="4xl" fontWeight="650" letterSpacing="-0.03em" color="accent.fg" lineHeight="1.1">
                {story.figure}
              </Text>
              <Text fontWeight="600">{story.caption}</Text>
              <Text color="fg.muted" marginBottom="4">
                {story.text}
              </Text>
              <Heading as="h3" fontSize="md" marginTop="auto">
                {story.institution}
              </Heading>
              <Text color="fg.muted" fontSize="sm">
                {story.place}
              </Text>
            </Card.Body>
          </Card.Root>
        ))}
      </SimpleGrid>
    </Section>
  );
}
