import { Cron } from 'croner';

type Schedule = {
  /** Cron pattern with seconds, such as `0 0 * * * *`. */
  pattern: string;
  task: () => Promise<void>;
  /** Called when a run fails; the schedule continues. */
  onError: (error: unknown) => void;
};

/** Runs a task on a schedule, one run at a time. Returns a function that stops the schedule and waits for a run in progress. */
export function scheduleTask({ pattern, task, onError }: Schedule): () => Promise<void> {
  let run: Promise<void> | undefined;
  const job = new Cron(pattern, { protect: true, unref: true }, () => {
    run = task().catch(onError);
    return run;
  });
  return async () => {
    job.stop();
    await run;
  };
}
