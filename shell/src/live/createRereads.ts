import type { LiveListener } from '@masomo/data';
import type { Heard } from './followStream.ts';

/** A tab reads again at most so often. */
const intervalMs = 1_000;
/** So that the tabs that hear of a change do not all ask in the same moment. */
const spreadMs = 250;
/** After a gateway was restarted, everything may have changed for all of its tabs. */
const spreadOfAllMs = 3_000;

/** Whether a listener's topic is what was heard, or one of them is the whole table and the other a part of it. */
const concerns = (topic: string, heard: string) => topic === heard || heard.startsWith(`${topic}:`) || topic.startsWith(`${heard}:`);

type Rereads = { hear(heard: Heard): void; stop(): void };

/** Has listeners of one kind read again after what they heard: together, once a second, and nothing while the page is hidden. */
function createQueue(listenersOfKind: () => LiveListener[]): Rereads {
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rereadAt = -Infinity;

  function rereadDue(): void {
    timer = undefined;
    if (document.visibilityState === 'hidden') return;
    rereadAt = performance.now();
    for (const { name, reread } of listenersOfKind()) if (due.delete(name)) void reread();
    due.clear();
  }
  function schedule(spread: number): void {
    if (due.size === 0 || document.visibilityState === 'hidden') return;
    const now = performance.now();
    timer ??= setTimeout(rereadDue, Math.max(rereadAt + intervalMs - now, Math.random() * spread));
  }
  const onShown = () => schedule(spreadMs);
  document.addEventListener('visibilitychange', onShown);

  return {
    hear(heard) {
      for (const { topics, name } of listenersOfKind())
        if (heard === 'all' || topics.some((topic) => heard.some((each) => concerns(topic, each)))) due.add(name);
      schedule(heard === 'all' ? spreadOfAllMs : spreadMs);
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    },
  };
}

/** Has listeners read again after what they heard. Those that are urgent do not wait for the second of the others. */
export function createRereads(listeners: Iterable<LiveListener>): Rereads {
  const queues = [true, false].map((isUrgent) => createQueue(() => [...listeners].filter((each) => Boolean(each.isUrgent) === isUrgent)));
  return {
    hear: (heard) => queues.forEach((queue) => queue.hear(heard)),
    stop: () => queues.forEach((queue) => queue.stop()),
  };
}
