import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

/** Cost of an interaction in milliseconds of the main thread's CPU time, which excludes time taken by other programs. */
export type Frames = {
  /** Every task, longest first. */
  tasks: number[];
  /** Per keystroke: all work until the frame that shows it, or until the next keystroke. */
  keys: number[];
};

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number().default(0),
      dur: z.number().default(0),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional(), data: z.looseObject({ type: z.unknown().optional() }).optional() }).optional(),
    }),
  ),
});

/** Reads main-thread tasks and keystroke costs from a trace, scaled to a CPU that is `slowdown` times slower. */
export function readFrames(trace: string, slowdown: number): Frames {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;
  const mains = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.flatMap((event) =>
    event.name === 'RunTask' && event.tdur !== undefined && mains.has(threadOf(event))
      ? [{ thread: threadOf(event), from: event.ts, to: event.ts + event.dur, cost: (event.tdur * slowdown) / 1000 }]
      : [],
  );
  const pressed = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
    .sort((a, b) => a.ts - b.ts);
  // A keystroke starts with the task that dispatches its event.
  const starts = pressed.map((key) => ({
    thread: threadOf(key),
    at: tasks.find(({ thread, from, to }) => thread === threadOf(key) && from <= key.ts && key.ts <= to)?.from ?? key.ts,
  }));
  const frameCommits = traceEvents.filter(({ name }) => name === 'Commit');
  const keys = starts.map(({ thread, at }, index) => {
    const nextFrame = Math.min(...frameCommits.flatMap((event) => (threadOf(event) === thread && event.ts > at ? [event.ts] : [])));
    const end = Math.min(nextFrame, starts[index + 1]?.at ?? Infinity);
    return tasks.reduce((sum, task) => (task.thread === thread && task.from >= at && task.from < end ? sum + task.cost : sum), 0);
  });
  return { tasks: tasks.map(({ cost }) => cost).sort((a, b) => b - a), keys };
}

/** Runs an interaction under tracing and returns its cost on a CPU that is `slowdown` times slower. */
export async function measureFrames(browser: Browser, page: Page, slowdown: number, use: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await use();
  const frames = readFrames((await browser.stopTracing()).toString(), slowdown);
  if (frames.tasks.length === 0) throw new Error('The trace contains no tasks of the page.');
  return frames;
}
