import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { getPage, pageKeys } from '@masomo/data/site/pages';
import { ErrorState, SkeletonText } from '@masomo/design-system';
import { useParams } from '@masomo/navigation';
import { PageForm } from './PageForm.tsx';

/** A new page, or the working copy of one. */
export function PageEditor() {
  const { id } = useParams();
  // Every opening reads anew: writing on over an old answer would be a conflict with oneself.
  const [opening] = useState(() => crypto.randomUUID());
  const {
    data: page,
    error,
    reload,
  } = useQuery(id ? [...pageKeys.one(id), opening] : null, (db) => getPage(db, id ?? ''), { revalidateOnFocus: false });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (id && !page) return <SkeletonText noOfLines={8} gap="5" />;
  return <PageForm key={page ? `${page.id}` : 'new'} page={page} />;
}
