import { accessToken, sessionStore } from '@masomo/auth';
import { live } from '@masomo/data';
import { withTabLock } from '@masomo/domain/tabLock';
import { createRereads } from './createRereads.ts';
import { followStream, type Heard } from './followStream.ts';

const channelName = 'masomo-live';

/**
 * Follows what others change while somebody is signed in. One tab of a browser has the stream and tells the others, since browsers keep
 * few connections to an origin; when it closes, another opens one.
 */
export function followChanges(): void {
  const rereads = createRereads(live.listeners);
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => rereads.hear(data));
  const onHeard = (heard: Heard) => {
    rereads.hear(heard);
    channel.postMessage(heard);
  };

  let followed: string | undefined;
  let stopping = new AbortController();
  function followPerson(): void {
    const { user } = sessionStore.get();
    const person = user ? `${user.id} ${user.schoolId}` : undefined;
    if (person === followed) return;
    stopping.abort();
    stopping = new AbortController();
    const { signal } = stopping;
    followed = person;
    if (person) withTabLock(channelName, () => followStream({ signal, token: accessToken, onHeard }), { signal }).catch(() => undefined);
  }
  sessionStore.subscribe(followPerson);
  followPerson();
}
