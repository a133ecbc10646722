import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { getPage, pageKeys } from '@masomo/data/site/pages';
import { ErrorState, SkeletonText } from '@masomo/design-system';
import { newId } from '@masomo/domain/secureContext';
import { useParams } from '@masomo/navigation';
import { PageForm } from './PageForm.tsx';

/** Loads the working copy of a page into the form; the form is empty for a new page. */
export function PageEditor() {
  const { id } = useParams();
  // A key per visit bypasses the cache: editing a stale copy would conflict with the user's own last save.
  const [visitId] = useState(newId);
  const {
    data: page,
    error,
    reload,
  } = useQuery(id ? [...pageKeys.one(id), visitId] : null, (db) => getPage(db, id ?? ''), { revalidateOnFocus: false });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (id && !page) return <SkeletonText noOfLines={8} gap="5" />;
  return <PageForm key={page?.id ?? 'new'} page={page} />;
}
