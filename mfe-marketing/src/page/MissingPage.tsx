import { useEffect } from 'react';
import { settledSession, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getDraftPage, pageKeys } from '@masomo/data/site/publishedPages';
import { Badge, Container } from '@masomo/design-system';
import { useNavigate } from '@masomo/navigation';
import { NotFound } from './NotFound.tsx';
import { PageBody } from './PageBody.tsx';

/**
 * An address without a published page: the draft for those who may edit it, the way home for everybody else. Where no
 * script runs, it says that there is nothing here.
 */
export function MissingPage({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const isEditor = useSession().user?.role === 'super_admin';
  const { data: draft, error } = useQuery(isEditor && slug ? pageKeys.draft(slug) : null, (db) => getDraftPage(db, slug));
  const hasNoDraft = !slug || draft === null || error !== undefined;
  useEffect(() => {
    let isCurrent = true;
    // The first render shows a guest's page whoever reads it; who it is turns out a moment later.
    void settledSession().then(({ user }) => {
      if (isCurrent && (user?.role !== 'super_admin' || hasNoDraft)) void navigate('/', { replace: true });
    });
    return () => void (isCurrent = false);
  }, [navigate, hasNoDraft]);
  if (!draft) return <NotFound />;
  return (
    <>
      <Container maxWidth="4xl" paddingTop="6"><Badge colorPalette="yellow" role="status">Draft: visitors do not see this page</Badge></Container>
      <PageBody page={draft} />
    </>
  );
}

/** An address that no page can have. */
export function NowherePage() {
  return <MissingPage slug="" />;
}
