import { useEffect, useState } from 'react';
import { useCommand } from '@masomo/data';
import {
  createPage,
  getPage,
  publishPage,
  savePage,
  overwritePage,
  schedulePage,
  unpublishPage,
  type PageContent,
  type PageDraft,
} from '@masomo/data/site/pages';
import { restorePageVersion } from '@masomo/data/site/pageVersions';
import { slugProblem } from '@masomo/domain/slug';
import { toaster } from '@masomo/design-system/overlays';
import { pageContentOf, formStateOf, type PageFormState } from './usePageForm.ts';

/** How long after the last word the server gets the draft, and when a failed attempt is repeated. */
const autosaveDelayMs = 1_500;
const retryDelayMs = 10_000;

type Args = { page: PageDraft | undefined; work: PageFormState; replace: (work: PageFormState) => void; onMade: (page: PageDraft) => void };

const validationError = (work: PageFormState, saved: PageDraft | undefined) =>
  work.title.trim() ? (saved?.isSystem ? null : slugProblem(work.slug)) : 'Enter a title.';

/** What the server has of a page, and every way to bring it there. */
export function usePageSaving({ page, work, replace, onMade }: Args) {
  const [saved, setSaved] = useState(page);
  const [storedWork, setStoredWork] = useState(work);
  const [problem, setProblem] = useState<string>();
  const create = useCommand(createPage, { invalidates: ['pages'], onSuccess: onMade });
  const save = useCommand(savePage);
  const saveOver = useCommand(overwritePage, { invalidates: ['pages'] });
  const load = useCommand(getPage);
  const publish = useCommand(publishPage, { invalidates: ['pages'] });
  const unpublish = useCommand(unpublishPage, { invalidates: ['pages'] });
  const schedule = useCommand(schedulePage, { invalidates: ['pages'] });
  const restore = useCommand(restorePageVersion, { invalidates: ['pages'] });
  const commands = [create, save, saveOver, load, publish, unpublish, schedule, restore];
  const isBusy = [create, saveOver, load, publish, unpublish, schedule, restore].some(({ isRunning }) => isRunning);
  const isDirty = work !== storedWork;
  const isConflict = save.error?.kind === 'conflict' && saved !== undefined;

  function settle(stored: PageDraft, written: PageFormState) {
    save.reset();
    setSaved(stored);
    setStoredWork(written);
  }

  async function store(content: PageContent = pageContentOf(work)): Promise<PageDraft | undefined> {
    const invalid = validationError(work, saved);
    setProblem(invalid ?? undefined);
    if (invalid) return undefined;
    if (!saved) return create.run(content);
    if (!isDirty) return saved;
    const stored = await save.run({ id: saved.id, version: saved.version, content });
    if (stored) settle(stored, work);
    return stored;
  }

  useEffect(() => {
    if (!saved || !isDirty || isConflict || isBusy || save.isRunning || validationError(work, saved)) return undefined;
    const timer = setTimeout(() => void store(), save.error ? retryDelayMs : autosaveDelayMs);
    return () => clearTimeout(timer);
  });

  async function storeAndPublish() {
    const stored = await store();
    if (!stored || !saved) return;
    if (!(await publish.run({ id: stored.id, version: stored.version }))) return;
    setSaved({ ...stored, isPublished: true, hasChanges: false, publishAt: null });
    toaster.success({ title: 'Published' });
  }
  async function takeBack() {
    if (saved && (await unpublish.run(saved.id)))
      setSaved({ ...saved, isPublished: false, hasChanges: false, publishAt: null, unpublishAt: null });
  }
  async function keepMine() {
    if (!saved) return;
    const stored = await saveOver.run({ id: saved.id, content: pageContentOf(work) });
    if (stored) settle(stored, work);
  }
  /** Takes what the server has now; what was written here is one undo away. */
  async function takeTheirs() {
    const theirs = saved && (await load.run(saved.id));
    if (!theirs) return;
    const written = formStateOf(theirs);
    replace(written);
    settle(theirs, written);
  }
  /** Schedules what is written now; what visitors will read is kept as a version. */
  async function storeAndSchedule(times: { publishAt: string | null; unpublishAt: string | null }) {
    const stored = await store();
    if (!stored || !(await schedule.run({ id: stored.id, version: stored.version, ...times }))) return;
    setSaved({ ...stored, ...times });
    toaster.success({ title: times.publishAt || times.unpublishAt ? 'Scheduled' : 'The schedule is cancelled' });
  }
  /** Goes back to a version; what was written until now is kept as one, and is one undo away. */
  async function goBackTo(versionId: string) {
    const stored = await store();
    if (!stored || !(await restore.run({ id: versionId, version: stored.version }))) return;
    await takeTheirs();
    toaster.success({ title: 'The version is back', description: 'Visitors read it once you publish.' });
  }
  return {
    storeAndSchedule,
    goBackTo,
    saved,
    isDirty,
    isBusy,
    isSaving: save.isRunning,
    isCreating: create.isRunning,
    isConflict,
    problem: problem ?? commands.find(({ error }) => error)?.error?.userMessage,
    store,
    storeAndPublish,
    takeBack,
    keepMine,
    takeTheirs,
  };
}
