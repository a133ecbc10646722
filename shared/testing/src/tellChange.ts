import { act } from '@testing-library/react';
import { live, type LiveTopic } from '@masomo/data';

/** What the stream of changes has an open screen do when somebody has changed this. Throws where nothing on it listens. */
export async function tellChange(topic: LiveTopic): Promise<void> {
  const listening = [...live.listeners].filter(({ topics }) => topics.includes(topic));
  if (listening.length === 0) throw new Error(`Nothing listens to ${topic}.`);
  await act(async () => void (await Promise.all(listening.map(({ reread }) => reread()))));
}
