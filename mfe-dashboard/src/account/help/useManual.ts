import { isAllowed, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { screensOf } from '@masomo/navigation';
import { loadManual, type HelpArea } from '@masomo/remote/help';

/** It is above all screens and opens none of them. */
const home = '/dashboard';
const isBelow = (path: string, screen: string) => screen !== home && path.startsWith(`${screen}/`);

/** The areas of the manual with the articles about screens that the person may open. */
export function useManual() {
  const { user } = useSession();
  const { data, error, reload } = useQuery(['help', 'manual'], loadManual);
  if (!user) return { manual: undefined, error, reload };
  const openable = screensOf(user).map(({ path }) => path);
  const concerns = (article: HelpArea['articles'][number]) =>
    (article.to === undefined || isAllowed(user, article.to)) &&
    openable.some((path) => path === article.path || isBelow(article.path, path) || isBelow(path, article.path));
  const manual = data
    ?.map(({ name, articles }) => ({ name, articles: articles.filter(concerns) }))
    .filter(({ articles }) => articles.length > 0);
  return { manual, error, reload };
}
