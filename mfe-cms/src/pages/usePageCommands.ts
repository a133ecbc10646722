import { DataError, useCommand, type Db } from '@masomo/data';
import { deletePage, duplicatePage, publishPage, unpublishPage, type PageSummary } from '@masomo/data/site/pages';
import { toaster } from '@masomo/design-system/overlays';
import { useNavigate } from '@masomo/navigation';

type Outcome = { done: number; failed: string[] };

/** Applies a command to each page in turn; a failure does not stop the others. */
async function forEachPage(pages: readonly PageSummary[], command: (page: PageSummary) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  for (const page of pages) {
    try {
      await command(page);
      outcome.done += 1;
    } catch (failure) {
      console.error('A page could not be changed', failure);
      outcome.failed.push(`${page.title}: ${failure instanceof DataError ? failure.userMessage : 'try again.'}`);
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

function reportFailure(failure: DataError) {
  console.error('A page could not be changed', failure);
  toaster.error({ title: 'That did not work', description: failure.userMessage });
}
const reportOutcome =
  (verb: string) =>
  ({ done, failed }: Outcome) => {
    if (done > 0) toaster.success({ title: `${done === 1 ? '1 page' : `${done} pages`} ${verb}` });
    if (failed.length > 0) toaster.error({ title: 'Not every page could be changed', description: failed.join(' ') });
  };

/** The commands of the list of pages. */
export function usePageCommands({ onDeleted }: { onDeleted: () => void }) {
  const navigate = useNavigate();
  const publish = useCommand(publishEach, { invalidates: ['pages'], onError: reportFailure, onSuccess: reportOutcome('published') });
  const unpublish = useCommand(unpublishEach, { invalidates: ['pages'], onError: reportFailure, onSuccess: reportOutcome('taken back') });
  const duplicate = useCommand(duplicatePage, {
    invalidates: ['pages'],
    onError: reportFailure,
    onSuccess: ({ id }) => void navigate(`/dashboard/cms/pages/${id}/edit`),
  });
  const remove = useCommand(deletePage, { invalidates: ['pages'], onError: reportFailure, onSuccess: onDeleted });
  const isBusy = [publish, unpublish, duplicate, remove].some(({ isRunning }) => isRunning);
  return { publish: publish.run, unpublish: unpublish.run, duplicate: duplicate.run, remove: remove.run, isBusy };
}
