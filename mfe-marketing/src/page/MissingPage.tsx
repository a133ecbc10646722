import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { isAllowed, settledSession, useIsAllowed } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { getDraftPage, getRedirect, pageKeys } from '@masomo/data/site/publishedPages';
import { Badge, Container } from '@masomo/design-system';
import { useLocation, useNavigate } from '@masomo/navigation';
import { missingNotice } from '../shared/lazyMissingNotice.ts';
import { missingAddress } from '../shared/missingAddress.ts';
import { NotFound } from './NotFound.tsx';
import { PageBody } from './PageBody.tsx';

/** Has the home page say what was asked for; its code comes first, so that nothing moves when it is shown. */
async function tellMissing(address: string): Promise<void> {
  await missingNotice.preload().catch(() => undefined);
  missingAddress.set(address);
}

/**
 * An address without a published page: editors see its draft, other visitors follow its redirect, else go to the home page. Without
 * JavaScript it is a 404 page.
 */
export function MissingPage({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isEditor = useIsAllowed('page:write');
  const { data: draft, error } = useQuery(isEditor && slug ? pageKeys.draft(slug) : null, (db) => getDraftPage(db, slug));
  const hasNoDraft = !slug || draft === null || error !== undefined;
  useEffect(() => {
    let isCurrent = true;
    // The session is restored after the first render: an editor must not be redirected before that.
    void settledSession().then(async ({ user }) => {
      if (user && isAllowed(user, 'page:write') && !hasNoDraft) return;
      const target = await getDb()
        .then((db) => getRedirect(db, pathname))
        .catch(() => null);
      if (!isCurrent) return;
      if (target && !target.startsWith('/')) window.location.replace(target);
      else {
        if (!target) await tellMissing(pathname);
        void navigate(target ?? '/', { replace: true });
      }
    });
    return () => void (isCurrent = false);
  }, [navigate, hasNoDraft, pathname]);
  if (!draft) return <NotFound />;
  return (
    <>
      <Container maxWidth="4xl" paddingTop="6">
        <Badge colorPalette="yellow" role="status">
          <Trans>Draft: visitors do not see this page</Trans>
        </Badge>
      </Container>
      <PageBody page={draft} />
    </>
  );
}

/** A 404 for addresses no page can have. */
export function NowherePage() {
  return <MissingPage slug="" />;
}
