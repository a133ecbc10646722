import { startWorker } from '@masomo/worker/startWorker';

/** `npm run worker`: one of several workers, which do the jobs of a database. The only process of production with the database's address. */
try {
  const worker = await startWorker(process.env, (line) => console.error(line));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop());
  console.log('ready: the worker takes jobs');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
