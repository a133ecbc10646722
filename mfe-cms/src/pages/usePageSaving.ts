import { t } from '@lingui/core/macro';
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
import { toaster } from '@masomo/design-system';
import { pageContentOf, formStateOf, type PageFormState } from './usePageForm.ts';

const autosaveDelayMs = 1_500;
const retryDelayMs = 10_000;

type Options = {
  page: PageDraft | undefined;
  formState: PageFormState;
  replace: (formState: PageFormState) => void;
  onCreated: (page: PageDraft) => void;
};

const validationError = (formState: PageFormState, saved: PageDraft | undefined) =>
  !formState.title.trim()
    ? t`Enter a title.`
    : formState.swahili?.title.trim() === ''
      ? t`Enter a title in Swahili.`
      : saved?.isSystem
        ? null
        : slugProblem(formState.slug);

/** The page as the server has it, autosaving, and the commands that store, publish, schedule and restore it. */
export function usePageSaving({ page, formState, replace, onCreated }: Options) {
  const [saved, setSaved] = useState(page);
  const [savedFormState, setSavedFormState] = useState(formState);
  const [problem, setProblem] = useState<string>();
  const create = useCommand(createPage, { invalidates: ['pages'], onSuccess: onCreated });
  const save = useCommand(savePage);
  const saveOver = useCommand(overwritePage, { invalidates: ['pages'] });
  const load = useCommand(getPage);
  const publish = useCommand(publishPage, { invalidates: ['pages'] });
  const unpublish = useCommand(unpublishPage, { invalidates: ['pages'] });
  const schedule = useCommand(schedulePage, { invalidates: ['pages'] });
  const restore = useCommand(restorePageVersion, { invalidates: ['pages'] });
  const commands = [create, save, saveOver, load, publish, unpublish, restore];
  const isBusy = [create, saveOver, load, publish, unpublish, schedule, restore].some(({ isRunning }) => isRunning);
  const isDirty = formState !== savedFormState;
  const isConflict = save.error?.kind === 'conflict' && saved !== undefined;

  function markSaved(stored: PageDraft, storedFormState: PageFormState) {
    save.reset();
    setSaved(stored);
    setSavedFormState(storedFormState);
  }

  async function store(content: PageContent = pageContentOf(formState)): Promise<PageDraft | undefined> {
    const invalid = validationError(formState, saved);
    setProblem(invalid ?? undefined);
    if (invalid) return undefined;
    if (!saved) return create.run(content);
    if (!isDirty) return saved;
    const stored = await save.run({ id: saved.id, version: saved.version, content });
    if (stored) markSaved(stored, formState);
    return stored;
  }

  useEffect(() => {
    if (!saved || !isDirty || isConflict || isBusy || save.isRunning || validationError(formState, saved)) return undefined;
    const timer = setTimeout(() => void store(), save.error ? retryDelayMs : autosaveDelayMs);
    return () => clearTimeout(timer);
  });

  /** Marks the translation as one of the English text as it is now. */
  async function confirmTranslation() {
    const current = await store();
    if (!current) return;
    const stored = await save.run({
      id: current.id,
      version: current.version,
      content: pageContentOf(formState),
      isTranslationConfirmed: true,
    });
    if (stored) markSaved(stored, formState);
  }

  async function storeAndPublish() {
    const stored = await store();
    if (!stored || !saved) return;
    if (!(await publish.run({ id: stored.id, version: stored.version }))) return;
    setSaved({ ...stored, isPublished: true, hasChanges: false, publishAt: null });
    toaster.success({ title: t`Published` });
  }
  async function unpublishPageNow() {
    if (saved && (await unpublish.run(saved.id)))
      setSaved({ ...saved, isPublished: false, hasChanges: false, publishAt: null, unpublishAt: null });
  }
  async function keepMine() {
    if (!saved) return;
    const stored = await saveOver.run({ id: saved.id, content: pageContentOf(formState) });
    if (stored) markSaved(stored, formState);
  }
  /** Replaces the form with what the server has; undo brings the replaced text back. */
  async function takeTheirs() {
    const stored = saved && (await load.run(saved.id));
    if (!stored) return;
    const storedFormState = formStateOf(stored);
    replace(storedFormState);
    markSaved(stored, storedFormState);
  }
  /** Stores and schedules what the form holds now; the server keeps it as a version. */
  async function storeAndSchedule(times: { publishAt: string | null; unpublishAt: string | null }) {
    const stored = await store();
    if (!stored || !(await schedule.run({ id: stored.id, version: stored.version, ...times }))) return;
    setSaved({ ...stored, ...times });
    toaster.success({ title: times.publishAt || times.unpublishAt ? t`Scheduled` : t`Schedule cancelled` });
  }
  /** Restores a version; the text it replaces is stored as a version, and undo brings it back. */
  async function restoreVersion(versionId: string) {
    const stored = await store();
    if (!stored || !(await restore.run({ id: versionId, version: stored.version }))) return;
    await takeTheirs();
    toaster.success({ title: t`Version restored`, description: t`Visitors see it once you publish.` });
  }
  const failure = problem === undefined ? commands.find(({ error }) => error)?.error : undefined;
  return {
    storeAndSchedule,
    restoreVersion,
    saved,
    isDirty,
    isBusy,
    isSaving: save.isRunning,
    isCreating: create.isRunning,
    isConflict,
    failure,
    problem: problem ?? failure?.userMessage,
    /** Shown where the times are chosen, far below the other problems. */
    scheduleFailure: schedule.error,
    store,
    storeAndPublish,
    confirmTranslation,
    unpublish: unpublishPageNow,
    keepMine,
    takeTheirs,
  };
}
