import { useEffect, useRef, useState } from 'react';
import { useSession } from '@masomo/auth';
import type { PageContent } from '@masomo/data/site/pages';
import { deleteLocalDraft, saveLocalDraft, readLocalDraft, type LocalDraft } from './localDrafts.ts';
import { pageContentOf, type PageFormState } from '../usePageForm.ts';

/** At most this much typing is lost when the browser is killed. */
const saveDelayMs = 400;
const isSame = (one: PageContent, other: PageContent) => JSON.stringify(contentOnly(one)) === JSON.stringify(contentOnly(other));
const contentOnly = ({ title, slug, metaDescription, socialImage, blocks }: PageContent) => [
  title,
  slug,
  metaDescription,
  socialImage,
  blocks,
];

type Args = { pageId: string; work: PageFormState; isDirty: boolean; version: number; stored: PageContent };

/** Keeps what is written in this browser until the server has it, and offers what a killed browser left behind. */
export function useLocalDraft({ pageId, work, isDirty, version, stored }: Args) {
  const userId = useSession().user?.id ?? '';
  const [found, setFound] = useState<LocalDraft>();
  const [isLooking, setIsLooking] = useState(true);
  const [isBroken, setIsBroken] = useState(false);
  const start = useRef(stored);
  const latest = useRef({ work, version });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => void (latest.current = { work, version }));

  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const copy = await readLocalDraft(userId, pageId).catch(report);
      if (!isCurrent) return;
      if (copy && !isSame(copy.content, start.current)) setFound(copy);
      setIsLooking(false);
    };
    void look();
    return () => void (isCurrent = false);
  }, [userId, pageId]);

  useEffect(() => {
    if (isLooking || found) return;
    if (!isDirty) {
      clearTimeout(timer.current);
      timer.current = undefined;
      void deleteLocalDraft(userId, pageId).catch(report);
      return;
    }
    // Typing on does not put it off: a copy is made while somebody types.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const now = latest.current;
      saveLocalDraft(userId, pageId, { content: pageContentOf(now.work), version: now.version, writtenAt: new Date().toISOString() }).then(
        () => setIsBroken(false),
        (failure: unknown) => {
          report(failure);
          setIsBroken(true);
        },
      );
    }, saveDelayMs);
  }, [work, isDirty, isLooking, found, userId, pageId]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function discard() {
    // No copy that was still to be made brings back what is let go.
    clearTimeout(timer.current);
    setFound(undefined);
    void deleteLocalDraft(userId, pageId).catch(report);
  }
  return { found, isBroken, take: () => setFound(undefined), discard };
}

function report(failure: unknown): undefined {
  console.error('The copy of the page in this browser could not be read or kept', failure);
}
