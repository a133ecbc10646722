import { isAllowed, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { screensOf } from '@masomo/navigation';
import { loadManual, type HelpArticle } from '@masomo/remote/help';

/** It is above all screens and opens none of them. */
const home = '/dashboard';
const isBelow = (path: string, screen: string) => screen !== home && path.startsWith(`${screen}/`);

/** The bell leads there from every screen. */
const notifications = '/dashboard/notifications';

/** The areas of the manual with the articles about screens that the person may open: those of their own menu are listed. */
export function useManual() {
  const { user } = useSession();
  const { data, error, reload } = useQuery(['help', 'manual'], loadManual);
  if (!user) return { manual: undefined, isListed: () => false, role: undefined, error, reload };
  const openable = screensOf(user);
  const isAt = ({ path: own }: HelpArticle, path: string) => path === own || isBelow(own, path) || isBelow(path, own);
  const concerns = (article: HelpArticle) =>
    (article.to === undefined || isAllowed(user, article.to)) && openable.some(({ path }) => isAt(article, path));
  const isListed = (article: HelpArticle) =>
    article.path === notifications || openable.some(({ path, isListed: isInMenu }) => isInMenu && isAt(article, path));
  const manual = data
    ?.map(({ name, articles }) => ({ name, articles: articles.filter(concerns) }))
    .filter(({ articles }) => articles.length > 0);
  return { manual, isListed, role: user.role, error, reload };
}
