import { applySession } from './applySession.ts';
import { getClient } from './client.ts';

let sessionListener: Promise<void> | undefined;

/** Loads the client and subscribes to its events, once per page. */
export function followSession(): Promise<void> {
  sessionListener ??= getClient().then(
    (client) => {
      // Calling the client inside its own callback would deadlock, so the event is applied after the callback has returned.
      client.auth.onAuthStateChange((event, session) => {
        setTimeout(() => void applySession(event, session));
      });
    },
    (error: unknown) => {
      sessionListener = undefined;
      throw error;
    },
  );
  return sessionListener;
}
