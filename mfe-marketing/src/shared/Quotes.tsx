import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Card, EmptyState, SimpleGrid, Skeleton, Text } from '@masomo/design-system';
import { listTestimonials, siteKeys } from '@masomo/data/site/publicContent';
import { LoadFailure } from './LoadFailure.tsx';
import { useSiteQuery } from './useSiteQuery.ts';

/** Testimonials of schools in the editors' order. */
export function Quotes() {
  const { data: testimonials, error, isLoading, reload } = useSiteQuery(siteKeys.testimonials(), (db) => listTestimonials(db));
  if (isLoading)
    return (
      <SimpleGrid columns={{ base: 1, lg: 3 }} gap="6">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height="64" />
        ))}
      </SimpleGrid>
    );
  if (!testimonials) return <LoadFailure error={error} onRetry={reload} />;
  if (testimonials.length === 0)
    return (
      <EmptyState title={t`The first stories are being written`}>
        <Trans>Stories of schools that joined this term will appear here.</Trans>
      </EmptyState>
    );
  return (
    <SimpleGrid columns={{ base: 1, lg: 3 }} gap="6">
      {testimonials.map((testimonial) => (
        <Card.Root asChild key={testimonial.id} height="full">
          <figure>
            <Card.Body gap="6" padding={{ base: '6', md: '8' }}>
              <Text asChild fontSize="lg" textWrap="pretty">
                <blockquote lang={testimonial.lang}>“{testimonial.quote}”</blockquote>
              </Text>
              <Box as="figcaption" marginTop="auto">
                <Text fontWeight="600">{testimonial.author}</Text>
                <Text color="fg.muted" fontSize="sm">
                  {[testimonial.role, testimonial.institution].filter(Boolean).join(', ')}
                </Text>
              </Box>
            </Card.Body>
          </figure>
        </Card.Root>
      ))}
    </SimpleGrid>
  );
}
