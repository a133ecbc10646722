import { useEffect } from 'react';
import { settledSession, useSession } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { getDraftPage, getRedirect, pageKeys } from '@masomo/data/site/publishedPages';
import { Badge, Container } from '@masomo/design-system';
import { useLocation, useNavigate } from '@masomo/navigation';
import { NotFound } from './NotFound.tsx';
import { PageBody } from './PageBody.tsx';

/**
 * An address without a published page: the draft for those who may edit it, where it has moved, the way home for
 * everybody else. Where no script runs, it says that there is nothing here.
 */
export function MissingPage({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isEditor = useSession().user?.role === 'super_admin';
  const { data: draft, error } = useQuery(isEditor && slug ? pageKeys.draft(slug) : null, (db) => getDraftPage(db, slug));
  const hasNoDraft = !slug || draft === null || error !== undefined;
  useEffect(() => {
    let isCurrent = true;
    // The first render shows a guest's page whoever reads it; who it is turns out a moment later.
    void settledSession().then(async ({ user }) => {
      if (user?.role === 'super_admin' && !hasNoDraft) return;
      const moved = await getDb()
        .then((db) => getRedirect(db, pathname))
        .catch(() => null);
      if (!isCurrent) return;
      if (moved && !moved.startsWith('/')) window.location.replace(moved);
      else void navigate(moved ?? '/', { replace: true });
    });
    return () => void (isCurrent = false);
  }, [navigate, hasNoDraft, pathname]);
  if (!draft) return <NotFound />;
  return (
    <>
      <Container maxWidth="4xl" paddingTop="6">
        <Badge colorPalette="yellow" role="status">
          Draft: visitors do not see this page
        </Badge>
      </Container>
      <PageBody page={draft} />
    </>
  );
}

/** An address that no page can have. */
export function NowherePage() {
  return <MissingPage slug="" />;
}
