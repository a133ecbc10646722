import { sessionKey } from '@masomo/domain/sessionKey';
import { applySession } from './applySession.ts';
import { hasStoredSession } from './client.ts';
import { schoolSwitchKey, startAtSchool } from './leaveForSchool.ts';
import { sessionStore } from './sessionStore.ts';
import { storedSession } from './storedSession.ts';

/** Whether this page has seen its session in the browser's storage: one that lives in memory alone is ended by no other tab. */
let wasStored = false;

/**
 * Brings this page to the session that the browser's tabs share, whether or not the client is there to hear of it: a sign-out is applied
 * at once, and so is a sign-in whose token is valid. `follow` is given one that only the client can renew.
 */
function compareWithStorage(follow: () => void): void {
  const isStored = hasStoredSession();
  const session = storedSession();
  if (session) void applySession('SIGNED_IN', session).then(follow, follow);
  else if (isStored) follow();
  else if (wasStored) void applySession('SIGNED_OUT', null);
  wasStored = isStored;
}

/**
 * Follows what other tabs do with the session. The client's own messages begin only when it has been loaded, and a page that was kept for
 * going back or was asleep receives no event, so the storage is compared whenever the page is shown.
 */
export function followOtherTabs(follow: () => void): void {
  wasStored = hasStoredSession();
  sessionStore.subscribe(() => {
    wasStored ||= hasStoredSession();
  });
  const compare = () => compareWithStorage(follow);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === schoolSwitchKey && newValue !== null && sessionStore.get().user) startAtSchool();
    if (key !== sessionKey && key !== null) return;
    wasStored ||= newValue === null;
    compare();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare();
  });
}
