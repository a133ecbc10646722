import { Container } from '@masomo/design-system';
import { useParams } from '@masomo/navigation';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { PageSkeleton } from '../shared/PageSkeleton.tsx';
import { usePublishedPage } from '../shared/usePublishedPage.ts';
import { MissingPage } from './MissingPage.tsx';
import { PageBody } from './PageBody.tsx';

/** A page of the CMS at its slug. */
export function CmsPage() {
  const { slug = '' } = useParams();
  const { data: page, error, isLoading, reload } = usePublishedPage(slug);
  if (isLoading) return <PageSkeleton />;
  if (page === undefined)
    return (
      <Container paddingBlock="24">
        <LoadFailure error={error} onRetry={reload} />
      </Container>
    );
  return page ? <PageBody page={page} /> : <MissingPage slug={slug} />;
}
