import { startWorker } from './startWorker.ts';

// One of several workers, which do the jobs of a database: the only process of production with the database's address.
try {
  const worker = await startWorker(process.env, (line) => console.error(line));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop());
  process.stdout.write('ready: the worker takes jobs\n');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
