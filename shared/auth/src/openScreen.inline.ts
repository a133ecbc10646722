import type { EarlyReads, ScreenStart } from '@masomo/contracts/document';

/**
 * Asks for what a signed-in screen needs while the shell's scripts load: the identity of the person who has a session in this browser, and
 * the screen's scripts and first data if the role that it had last may open the screen. Whether it still may is decided later, by the
 * shell and by the database. It is text in the document: it knows nothing but its arguments.
 */
export function openScreen(screenId: string, sessionKey: string, roleKey: string, name: string): void {
  try {
    const { access, scripts, font, backend, key, identity, reads } = JSON.parse(
      document.getElementById(screenId)!.textContent!,
    ) as ScreenStart;
    const session = JSON.parse(localStorage.getItem(sessionKey)!) as { access_token: string; expires_at: number; user: { id: string } };
    const [id, role = ''] = (localStorage.getItem(roleKey) ?? '').split(' ');
    // Signing out forgets the role, and a session that still lacks its second step never had one.
    const isOf = (roles?: readonly string[]) => id === session.user.id && (roles ? roles.includes(role) : role !== '');
    const mayEnter = isOf(access === 'signed-in' ? undefined : access);
    const preload = (attributes: Partial<HTMLLinkElement>) => {
      const link = Object.assign(document.createElement('link'), { rel: 'preload', crossOrigin: 'anonymous' }, attributes);
      document.head.append(link);
      return new Promise((resolve) => (link.onload = link.onerror = resolve));
    };
    // The shell's own scripts, which run first, are not to share the connection with these.
    const isRunning = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(
      (link) => new Promise((resolve) => link.addEventListener('load', resolve)),
    );
    const opened = mayEnter
      ? Promise.race(isRunning).then(() => Promise.all(scripts.map(([href, integrity]) => preload({ as: 'script', href, integrity }))))
      : Promise.resolve();
    // One that comes after the text is not used on this page, so a slow network is spared it.
    void opened.then(() => font && performance.now() < 1_000 && preload({ as: 'font', href: font }));
    // One that is about to end is renewed first.
    if (session.expires_at * 1000 - Date.now() < 120_000) return;
    const token = session.access_token;
    const early: EarlyReads = { token, sentAt: performance.now(), responses: {} };
    for (const { path, roles } of [{ path: identity, roles: undefined }, ...(mayEnter ? reads : [])]) {
      if (roles && !isOf(roles)) continue;
      const address = `${backend || location.origin}/rest/v1/${path}`;
      const response = fetch(address, { headers: { apikey: key, authorization: `Bearer ${token}` } });
      response.catch(() => undefined);
      early.responses[address] = response;
    }
    Object.assign(window, { [name]: early });
  } catch {
    // Nobody is signed in, or storage is blocked.
  }
}
