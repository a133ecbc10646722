import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

/** What one piece of use cost the page's main thread. */
export type Frames = {
  /** The longest task, in milliseconds of the thread's own time: what other programs do meanwhile is not in it. */
  longest: number;
  /** How many tasks took longer than 16 ms. */
  slow: number;
  /** The longest time between two drawn frames, as the clock saw it. */
  gap: number;
};

const traceSchema = z.object({
  traceEvents: z.array(z.object({ name: z.string(), pid: z.number(), tid: z.number(), tdur: z.number().optional(), dur: z.number().optional(), args: z.looseObject({ name: z.unknown().optional() }).optional() })),
});

/** The tasks of the page's main thread in a trace, longest first, in milliseconds of thread time. */
export function tasksOf(trace: string): number[] {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace));
  const mains = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents.flatMap(({ name, pid, tid, tdur }) => (name === 'RunTask' && tdur !== undefined && mains.has(`${pid} ${tid}`) ? [tdur / 1000] : [])).sort((a, b) => b - a);
}

/** Uses a page at a fraction of the processor's speed and tells what its frames cost. */
export async function measureFrames(browser: Browser, page: Page, slowdown: number, use: () => Promise<void>): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  try {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await page.evaluate(() => {
      const seen = { gap: 0, last: performance.now(), isOn: true };
      const watch = (now: number) => {
        seen.gap = Math.max(seen.gap, now - seen.last);
        seen.last = now;
        if (seen.isOn) requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
      Object.assign(window, { framesSeen: seen });
    });
    await use();
    const gap = await page.evaluate(() => {
      const seen: unknown = Reflect.get(window, 'framesSeen');
      if (typeof seen !== 'object' || seen === null || !('gap' in seen) || typeof seen.gap !== 'number') return 0;
      Object.assign(seen, { isOn: false });
      return seen.gap;
    });
    const tasks = tasksOf((await browser.stopTracing()).toString());
    if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
    return { longest: tasks[0] ?? 0, slow: tasks.filter((task) => task > 16).length, gap };
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devtools.detach();
  }
}
