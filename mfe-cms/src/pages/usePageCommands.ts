import { plural, t } from '@lingui/core/macro';
import { asDataError, DataError, type Db, failureMessage, useCommand } from '@masomo/data';
import { deletePage, duplicatePage, publishPage, unpublishPage, type PageSummary } from '@masomo/data/site/pages';
import { toaster } from '@masomo/design-system';
import { useNavigate } from '@masomo/navigation';

type Outcome = { done: number; failed: string[] };

/** Applies a command to each page in turn; a refusal does not stop the others, a lost answer does. */
async function forEachPage(pages: readonly PageSummary[], command: (page: PageSummary) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  for (const page of pages) {
    try {
      await command(page);
      outcome.done += 1;
    } catch (failure) {
      if (asDataError(failure).outcome === 'unknown') throw failure;
      console.error('A page could not be changed', failure);
      outcome.failed.push(`${page.title}: ${failure instanceof DataError ? failure.userMessage : t`try again.`}`);
    }
  }
  return outcome;
}

// Publishes the version the list shows, not one that was saved since.
const publishEach = (db: Db, pages: readonly PageSummary[]) => forEachPage(pages, ({ id, version }) => publishPage(db, { id, version }));
const unpublishEach = (db: Db, pages: readonly PageSummary[]) =>
  forEachPage(
    pages.filter(({ isPublished }) => isPublished),
    ({ id }) => unpublishPage(db, id),
  );

const failed = (title: string) => ({
  onError: (failure: DataError) => {
    console.error('A page could not be changed', failure);
    toaster.error(failureMessage(failure, title));
  },
});
const reportOutcome =
  (titleOf: (done: number) => string) =>
  ({ done, failed: failures }: Outcome) => {
    if (done > 0) toaster.success({ title: titleOf(done) });
    if (failures.length > 0) toaster.error({ title: t`Some pages were not changed`, description: failures.join(' ') });
  };

/** The commands of the list of pages. */
export function usePageCommands({ onDeleted }: { onDeleted: () => void }) {
  const navigate = useNavigate();
  const publish = useCommand(publishEach, {
    invalidates: ['pages'],
    ...failed(t`The pages were not published`),
    onSuccess: reportOutcome((done) => plural(done, { one: '# page published', other: '# pages published' })),
  });
  const unpublish = useCommand(unpublishEach, {
    invalidates: ['pages'],
    ...failed(t`The pages were not unpublished`),
    onSuccess: reportOutcome((done) => plural(done, { one: '# page unpublished', other: '# pages unpublished' })),
  });
  const duplicate = useCommand(duplicatePage, {
    invalidates: ['pages'],
    ...failed(t`The page was not duplicated`),
    onSuccess: ({ id }) => void navigate(`/dashboard/cms/pages/${id}/edit`),
  });
  const remove = useCommand(deletePage, { invalidates: ['pages'], ...failed(t`The page was not deleted`), onSuccess: onDeleted });
  const isBusy = [publish, unpublish, duplicate, remove].some(({ isRunning }) => isRunning);
  return { publish: publish.run, unpublish: unpublish.run, duplicate: duplicate.run, remove: remove.run, isBusy };
}
