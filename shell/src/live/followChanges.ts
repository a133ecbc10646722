import { accessToken, sessionStore } from '@masomo/auth';
import { live } from '@masomo/data';
import { withTabLock } from '@masomo/domain/tabLock';
import { confirmRegistry } from './confirmRegistry.ts';
import { createRereads } from './createRereads.ts';
import { followStream, type Heard } from './followStream.ts';

const channelName = 'masomo-live';
const beatsName = 'masomo-live-beats';
/** A tab that has just been opened asks the one with the stream whether there is one. */
type Beat = { revision: number | undefined } | 'asking';

/**
 * Follows what others change while somebody is signed in. One tab of a browser has the stream and tells the others, since browsers keep
 * few connections to an origin; when it closes, another opens one.
 */
export function followChanges(): void {
  const rereads = createRereads(live.listeners);
  const [channel, beats] = [new BroadcastChannel(channelName), new BroadcastChannel(beatsName)];
  /** What this tab tells while it has the stream. */
  let lastBeat: { revision: number | undefined } | undefined;

  function takeBeat(revision: number | undefined): void {
    live.beat();
    confirmRegistry(revision);
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => rereads.hear(data));
  beats.addEventListener('message', ({ data }: MessageEvent<Beat>) => {
    if (data !== 'asking') takeBeat(data.revision);
    else if (lastBeat && live.isOpen()) beats.postMessage(lastBeat);
  });
  const onHeard = (heard: Heard) => {
    rereads.hear(heard);
    channel.postMessage(heard);
  };
  const onBeat = (revision: number | undefined) => {
    lastBeat = { revision };
    takeBeat(revision);
    beats.postMessage(lastBeat);
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
    [followed, lastBeat] = [person, undefined];
    if (person)
      withTabLock(channelName, () => followStream({ signal, token: accessToken, onHeard, onBeat }), { signal }).catch(() => undefined);
  }
  sessionStore.subscribe(followPerson);
  followPerson();
  beats.postMessage('asking');
}
