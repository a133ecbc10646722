import { useEffect, useRef, useState } from 'react';
import { useSession } from '@masomo/auth';
import type { PageContent } from '@masomo/data/site/pages';
import { deleteLocalDraft, saveLocalDraft, readLocalDraft, type LocalDraft } from './localDrafts.ts';
import { pageContentOf, type PageFormState } from '../usePageForm.ts';

/** At most this much typing is lost when the browser is killed. */
const saveDelayMs = 400;
const isSame = (one: PageContent, other: PageContent) => JSON.stringify(contentOnly(one)) === JSON.stringify(contentOnly(other));
const contentOnly = ({ title, slug, metaDescription, socialImage, blocks, swahili }: PageContent) => [
  title,
  slug,
  metaDescription,
  socialImage,
  blocks,
  swahili && [swahili.title, swahili.metaDescription, swahili.blocks],
];

type Options = { pageId: string; formState: PageFormState; isDirty: boolean; version: number; stored: PageContent };

/** Saves the form in this browser until the server has it, and offers a draft that an earlier visit left behind. */
export function useLocalDraft({ pageId, formState, isDirty, version, stored }: Options) {
  const userId = useSession().user?.id ?? '';
  const [found, setFound] = useState<LocalDraft>();
  const [isLoading, setIsLoading] = useState(true);
  const [isBroken, setIsBroken] = useState(false);
  const initialContent = useRef(stored);
  const latest = useRef({ formState, version });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => void (latest.current = { formState, version }));

  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const draft = await readLocalDraft(userId, pageId).catch(report);
      if (!isCurrent) return;
      if (draft && !isSame(draft.content, initialContent.current)) setFound(draft);
      setIsLoading(false);
    };
    void load();
    return () => void (isCurrent = false);
  }, [userId, pageId]);

  useEffect(() => {
    if (isLoading || found) return;
    if (!isDirty) {
      clearTimeout(timer.current);
      timer.current = undefined;
      void deleteLocalDraft(userId, pageId).catch(report);
      return;
    }
    // A throttle, not a debounce: the draft is also saved while the user keeps typing.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const current = latest.current;
      saveLocalDraft(userId, pageId, {
        content: pageContentOf(current.formState),
        version: current.version,
        writtenAt: new Date().toISOString(),
      }).then(
        () => setIsBroken(false),
        (failure: unknown) => {
          report(failure);
          setIsBroken(true);
        },
      );
    }, saveDelayMs);
  }, [formState, isDirty, isLoading, found, userId, pageId]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function discard() {
    // A pending save would bring the discarded draft back.
    clearTimeout(timer.current);
    setFound(undefined);
    void deleteLocalDraft(userId, pageId).catch(report);
  }
  return { found, isBroken, accept: () => setFound(undefined), discard };
}

function report(failure: unknown): undefined {
  console.error('The local draft of the page could not be read or saved', failure);
}
