import { useQuery } from '@masomo/data';
import { checkedPaperKeys, checkPaper } from '@masomo/data/site/checkedPapers';
import { loadTexts } from '@masomo/i18n';
import { moduleTexts } from '@masomo/i18n/moduleTexts';

/** The paper with a code; idle without one. A wrong code is counted, so each is asked once. */
export function useCheckedPaper(code: string) {
  return useQuery(
    code ? checkedPaperKeys.byCode(code) : null,
    async (db) => {
      // What papers of modules say is in their own texts.
      await loadTexts(moduleTexts);
      return checkPaper(db, code);
    },
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}
